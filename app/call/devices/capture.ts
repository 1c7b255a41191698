import type { VideoTarget } from '#protocol/video-quality.ts';

/** Pixels. */
export type Size = { width: number; height: number };

/**
 * The size to request from a camera: its native picture scaled down to the target's width, never cropped (a cropped
 * 360° picture loses directions) and never scaled up. Encoders require even sizes.
 */
export function captureSize(native: Size, target: VideoTarget): Size {
  const scale = Math.min(1, target.width / native.width);
  const even = (length: number) => 2 * Math.round((length * scale) / 2);
  return { width: even(native.width), height: even(native.height) };
}

/**
 * Constraints for the largest native picture of a camera, to learn its aspect ratio; 30 frames/s if there is a choice.
 */
export function nativeConstraints(deviceId: string | null): MediaTrackConstraints {
  return {
    ...(deviceId ? { deviceId: { exact: deviceId } } : {}),
    width: { ideal: 3840 },
    height: { ideal: 1920 },
    frameRate: { ideal: 30 },
    // Otherwise a 16:9 camera may return a 2:1 crop, which would be mistaken for a 360° picture.
    resizeMode: 'none',
  };
}
