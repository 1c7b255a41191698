import type { DeviceState } from './device-store.ts';
import type { CameraOption } from './devices.ts';

const OTHER_SIDE = { MOBILE_FRONT: 'MOBILE_BACK', MOBILE_BACK: 'MOBILE_FRONT' } as const;

/** The first camera on the other side of the phone than the open one; null if there is none, or none is open. */
export function flipSide({
  cameras,
  cameraId,
  cameraType,
}: Pick<DeviceState, 'cameras' | 'cameraId' | 'cameraType'>): CameraOption | null {
  // While another camera is being opened, its type is known from the list only.
  const open = cameras.find(({ id }) => id === cameraId)?.cameraType ?? cameraType;
  if (open !== 'MOBILE_FRONT' && open !== 'MOBILE_BACK') return null;
  return cameras.find((camera) => camera.cameraType === OTHER_SIDE[open]) ?? null;
}
