import type { VideoTarget } from '#protocol/camera.ts';

/** Pixels. */
export type Size = { width: number; height: number };

/**
 * What to ask a camera for: its own picture scaled down to the target's width, never cropped (a cropped 360 picture
 * has lost directions) and never scaled up. Encoders want even sizes.
 */
export function captureSize(native: Size, target: VideoTarget): Size {
  const scale = Math.min(1, target.width / native.width);
  const even = (length: number) => 2 * Math.round((length * scale) / 2);
  return { width: even(native.width), height: even(native.height) };
}

/** The largest picture of a camera as it is, to learn its shape; 30 frames/s where it can choose. */
export function nativeConstraints(deviceId: string | null): MediaTrackConstraints {
  return {
    ...(deviceId ? { deviceId: { exact: deviceId } } : {}),
    width: { ideal: 3840 },
    height: { ideal: 1920 },
    frameRate: { ideal: 30 },
    // Without it a 16:9 camera may answer with a 2:1 crop of itself, which would pass for a 360 picture.
    resizeMode: 'none',
  };
}
