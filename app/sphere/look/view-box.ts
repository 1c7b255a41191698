/**
 * Size of the element that shows the other person's camera, in CSS pixels.
 * @param view null before it exists: then the window's size
 */
export function viewBox(view: HTMLElement | null): { width: number; height: number } {
  const { clientWidth = 0, clientHeight = 0 } = view ?? {};
  return { width: clientWidth || innerWidth, height: clientHeight || innerHeight };
}
