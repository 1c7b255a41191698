import { createStore, type StoreApi } from 'zustand/vanilla';

export const MIN_FOV = 30;
export const MAX_FOV = 100;
export const DEFAULT_FOV = 75;

/** Where the viewer looks, in degrees. */
export type Look = {
  /** Positive to the right, -180 to 180; 0 is the camera's front. */
  yaw: number;
  /** Positive up, -90 to 90. */
  pitch: number;
  /** The head tilted to the right is positive. Only a gyroscope tilts it. */
  roll: number;
  /** How much the height of the view spans, 30 to 100. */
  fov: number;
};

export type LookState = Look & {
  turn(yaw: number, pitch: number): void;
  /** A factor above 1 comes closer. */
  zoom(factor: number): void;
  /** Looks straight there, as a gyroscope does. */
  orient(attitude: Omit<Look, 'fov'>): void;
  /** Back to the camera's front. */
  reset(): void;
};

export type LookStore = StoreApi<LookState>;

export function createLookStore(): LookStore {
  return createStore<LookState>()((set) => ({
    yaw: 0,
    pitch: 0,
    roll: 0,
    fov: DEFAULT_FOV,
    turn: (yaw, pitch) =>
      set((look) => ({ yaw: wrapDegrees(look.yaw + yaw), pitch: clamp(look.pitch + pitch, -90, 90) })),
    zoom: (factor) => set((look) => ({ fov: clamp(look.fov / factor, MIN_FOV, MAX_FOV) })),
    orient: ({ yaw, pitch, roll }) =>
      set({ yaw: wrapDegrees(yaw), pitch: clamp(pitch, -90, 90), roll: wrapDegrees(roll) }),
    reset: () => set({ yaw: 0, pitch: 0, roll: 0, fov: DEFAULT_FOV }),
  }));
}

/** The same direction between -180 (included) and 180. */
export function wrapDegrees(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
