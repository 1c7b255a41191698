/** Loads what renders 360° pictures and prepares it: call it as soon as a call is likely. */
export async function preparePanoramaView(): Promise<void> {
  const { preparePainting } = await import('./panorama-view.tsx');
  await preparePainting();
}
