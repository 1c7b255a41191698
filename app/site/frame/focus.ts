import { useLocation, useNavigation } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus after navigation: to another page's content, as with a page load; and after a form was sent, to the
 * element that reports the outcome, which is thereby announced. Otherwise the focus would return to the top, because
 * the button that had it is gone or was disabled meanwhile. An invalid field keeps the focus.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement>): void {
  const { pathname } = useLocation();
  const sending = useNavigation().formMethod === 'POST';
  const before = useRef({ pathname, sending });
  useEffect(() => {
    const { current: content } = main;
    const moved = before.current.pathname !== pathname;
    const sent = before.current.sending && !sending;
    before.current = { pathname, sending };
    if (!content || !(moved || sent)) return;
    const { activeElement: active } = document;
    const lost = active === document.body;
    const outcome = content.querySelector<HTMLElement>('[data-outcome]');
    if (outcome && sent) {
      if (lost || (content.contains(active) && !active?.closest('[aria-invalid=true]'))) outcome.focus();
    } else if (moved || lost) content.focus({ preventScroll: true });
  }, [pathname, sending, main]);
}
