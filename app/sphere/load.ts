/** Fetches the painter, and three.js with it: worth asking for as soon as a call comes near. */
export function loadPanoramaView() {
  return import('./panorama-view.tsx');
}
