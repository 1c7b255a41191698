import { useLocation, useNavigation } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus after navigation: to the content of another page, as a page load would; after a form submission, to
 * the element that reports the outcome, which announces it. Otherwise the focus would return to the top, as the button
 * that had it is gone or was disabled. Leaves the focus on an invalid field, and on an element that took it during the
 * submission, such as a requested password.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement>): void {
  const { pathname } = useLocation();
  const sending = useNavigation().formMethod === 'POST';
  const before = useRef<{ pathname: string; sending: boolean; active: Element | null }>({
    pathname,
    sending,
    active: null,
  });
  useEffect(() => {
    const { current: content } = main;
    const { activeElement: active } = document;
    const moved = before.current.pathname !== pathname;
    const sent = before.current.sending && !sending;
    const stayed = active === before.current.active;
    before.current = { pathname, sending, active: sending ? active : null };
    if (!content || !(moved || sent)) return;
    const lost = active === document.body;
    const outcome = content.querySelector<HTMLElement>('[data-outcome]');
    if (outcome && sent) {
      if (lost || (stayed && content.contains(active) && !active?.closest('[aria-invalid=true]')))
        outcome.focus();
    } else if (moved || lost) content.focus({ preventScroll: true });
  }, [pathname, sending, main]);
}
