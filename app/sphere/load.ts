/** Loads and prepares the code that renders 360° pictures; to be called as soon as a call is likely. */
export async function preparePanoramaView(): Promise<void> {
  const { preparePainting } = await import('./panorama-view.tsx');
  await preparePainting();
}
