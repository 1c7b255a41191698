/**
 * The size of what shows the other person's camera, in CSS pixels.
 * @param view null before it is there: about as large as the window
 */
export function viewBox(view: HTMLElement | null): { width: number; height: number } {
  const { clientWidth = 0, clientHeight = 0 } = view ?? {};
  return { width: clientWidth || innerWidth, height: clientHeight || innerHeight };
}
