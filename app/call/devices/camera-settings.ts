import { z } from 'zod';
import { type Camera, cameraSchema } from '#protocol/camera.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import type { Projection } from '#protocol/projection.ts';

const STORAGE_KEY = 'panocall.cameras';

/** Front, horizon and lenses of a 360° camera, and how it stores the picture of each eye. */
export type CameraSettings = Pick<Camera, 'stereo' | 'heading' | 'pitch' | 'roll' | 'lenses'>;

/** Settings that leave the camera's picture unchanged. */
export const UNCHANGED: CameraSettings = {
  stereo: 'mono',
  heading: 0,
  pitch: 0,
  roll: 0,
  lenses: USUAL_LENSES,
};

const settingsSchema = cameraSchema.pick({
  stereo: true,
  heading: true,
  pitch: true,
  roll: true,
  lenses: true,
});
const storedSchema = z.record(z.string(), settingsSchema);

/** Some cameras can be switched between projections. */
const keyOf = (label: string, projection: Projection) => `${projection} ${label}`;

function stored(): Record<string, CameraSettings> {
  try {
    return storedSchema.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}'));
  } catch {
    return {};
  }
}

/** A camera's picture with the settings last chosen for it on this device. @param label the media device's label */
export function loadPicture(
  label: string,
  projection: Projection,
): Pick<Camera, 'projection'> & CameraSettings {
  return { projection, ...(stored()[keyOf(label, projection)] ?? UNCHANGED) };
}

export function saveSettings(label: string, projection: Projection, settings: CameraSettings): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...stored(), [keyOf(label, projection)]: settings }));
  } catch {
    // Storage is disabled: the choice applies to this page only.
  }
}
