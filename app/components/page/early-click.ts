/**
 * A program for the page's head: notes which buttons were clicked, for those clicked before the page's own program is
 * there to hear it. Without signs that React writes as HTML entities.
 */
export const NOTE_CLICKS =
  'addEventListener(`click`,function(e){var b=e.isTrusted?e.target.closest(`button`):null;if(b)b.early=1})';

/** As a button's `ref`: clicks it again, now that it is heard, if somebody was early. */
export function clickAgain(button: Element | null): void {
  if (button instanceof HTMLElement && 'early' in button) queueMicrotask(() => button.click());
}
