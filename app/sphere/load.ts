/** Loads the panorama view; what it renders with is loaded when it is known. */
export function loadPanoramaView() {
  return import('./panorama-view.tsx');
}

/** Loads all of it and prepares its renderer: call it as soon as a call is likely. */
export async function preparePanoramaView(): Promise<void> {
  const { preparePainting } = await loadPanoramaView();
  await preparePainting();
}
