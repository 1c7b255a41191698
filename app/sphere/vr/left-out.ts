/**
 * In place of parts of @react-three/xr that nothing here uses (vite.config.ts): its emulator of headsets, and the loader of
 * controllers' and hands' models, for which every page with WebGL would load a sixth more of three.js.
 */

export function emulate(): never {
  throw new Error('There is no emulator');
}

export class GLTFLoader {}
