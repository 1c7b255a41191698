/**
 * Inline script for the page's head: records which buttons were clicked, to replay clicks made before hydration.
 * Without characters that React escapes as HTML entities.
 */
export const NOTE_CLICKS =
  'addEventListener(`click`,function(e){var b=e.isTrusted?e.target.closest(`button`):null;if(b)b.early=1})';

/** As a button's `ref`: replays a click made before hydration. */
export function clickAgain(button: Element | null): void {
  if (button instanceof HTMLElement && 'early' in button) queueMicrotask(() => button.click());
}
