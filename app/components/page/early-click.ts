/**
 * Inline script for the page's head: marks clicked buttons, so that clicks made before hydration can be replayed.
 * Contains no characters that React escapes as HTML entities.
 */
export const NOTE_CLICKS =
  'addEventListener(`click`,function(e){var b=e.isTrusted?e.target.closest(`button`):null;if(b)b.early=1})';

/** Button `ref` that replays a click made before hydration. */
export function clickAgain(button: Element | null): void {
  if (button instanceof HTMLElement && 'early' in button) queueMicrotask(() => button.click());
}
