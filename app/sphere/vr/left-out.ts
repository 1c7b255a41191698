/**
 * Replaces unused parts of @react-three/xr (vite.config.ts): its emulator of headsets, and the loader of models of
 * controllers and hands, which would make every page with WebGL load a sixth more of three.js.
 */

export function emulate(): never {
  throw new Error('There is no emulator');
}

export class GLTFLoader {}
