import { createStore, type StoreApi } from 'zustand/vanilla';

const MIN_FOV = 30;
const MAX_FOV = 100;
export const DEFAULT_FOV = 75;

/** In degrees. */
export type Direction = {
  /** Positive to the right, -180 to 180; 0 is the camera's front. */
  yaw: number;
  /** Positive up, -90 to 90. */
  pitch: number;
};

/** `roll`: positive when the head is tilted to the right. */
export type Attitude = Direction & { roll: number };

/** The viewer's direction, in degrees; only a gyroscope rolls it. */
export type Look = Attitude & {
  /** Vertical field of view, 30 to 100. */
  fov: number;
};

export type LookState = Look & {
  turn(yaw: number, pitch: number): void;
  /** A factor above 1 zooms in. */
  zoom(factor: number): void;
  /** Sets the direction, as a gyroscope does. */
  orient(attitude: Attitude): void;
  /** Returns to the camera's front. */
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

/** The same direction in the range -180 (inclusive) to 180. */
export function wrapDegrees(degrees: number): number {
  return ((((degrees + 180) % 360) + 360) % 360) - 180;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
