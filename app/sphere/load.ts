/** Loads the panorama view, including three.js. */
export function loadPanoramaView() {
  return import('./paint/panorama-view.tsx');
}

/** Loads the panorama view and prepares a renderer: call it as soon as a call is likely. */
export async function preparePanoramaView(): Promise<void> {
  const { prepareRenderer } = await loadPanoramaView();
  prepareRenderer();
}
