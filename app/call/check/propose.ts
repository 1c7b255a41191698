import { proposeProjection } from '#app/sphere/propose-projection.ts';
import { seesAllAround } from '#protocol/cameras.ts';
import type { Projection } from '#protocol/projection.ts';
import type { DeviceState } from '../devices/device-store.ts';
import type { CameraOption } from '../devices/devices.ts';

/** A 360° camera to use instead of the open one, which is not one; null if there is none. */
export function proposeCamera({
  cameras,
  cameraId,
  cameraType,
}: Pick<DeviceState, 'cameras' | 'cameraId' | 'cameraType'>): CameraOption | null {
  if (seesAllAround(cameraType)) return null;
  return cameras.find((camera) => camera.id !== cameraId && seesAllAround(camera.cameraType)) ?? null;
}

/** The video format to use for the open camera, if its picture is a sphere shown flat; else null. */
export function proposeFormat({
  native,
  projection,
  video,
}: Pick<DeviceState, 'native' | 'projection'> & { video: { label: string } | null }): Projection | null {
  if (!native || !video || projection !== 'flat') return null;
  const proposed = proposeProjection({ ...native, label: video.label });
  return proposed === 'flat' ? null : proposed;
}
