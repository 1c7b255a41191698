import { useLocation, useNavigation } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus after navigation: to another page's content, as with a page load; and after a form was sent, to the
 * element that reports the outcome, which is thereby announced. Otherwise the focus would return to the top, because
 * the button that had it is gone or was disabled meanwhile. An invalid field keeps the focus, and so does what took it
 * while the form was on its way, such as a password that is asked for.
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
