/** Fetches the painter, and three.js with it. */
export function loadPanoramaView() {
  return import('./paint/panorama-view.tsx');
}

/** Fetches the painter and has it ready to paint: worth asking for as soon as a call comes near. */
export async function preparePanoramaView(): Promise<void> {
  const { prepareRenderer } = await loadPanoramaView();
  prepareRenderer();
}
