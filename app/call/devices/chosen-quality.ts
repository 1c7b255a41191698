import { inTime } from '#app/components/page/in-time.ts';
import type { Projection } from '#protocol/projection.ts';
import {
  QUALITIES,
  QUALITY_CHOICES,
  type Quality,
  type QualityChoice,
  videoTarget,
} from '#protocol/video-quality.ts';
import { captureSize, type Size } from './capture.ts';
import { sendsDetail } from './sends-detail.ts';
import { usualVideoCodec } from './video-codec.ts';

const ANSWER_MS = 3_000;

/** Sizes of cameras on the market, 360° (2:1) and flat (16:9, 4:3), largest first. */
const KNOWN_SIZES: readonly Size[] = [
  [7680, 3840],
  [5760, 2880],
  [3840, 2160],
  [3840, 1920],
  [2560, 1440],
  [1920, 1080],
  [1920, 960],
  [1280, 720],
  [1280, 640],
  [640, 480],
  [640, 360],
].map(([width = 0, height = 0]) => ({ width, height }));

/** A camera's largest size, and the known ones of the same shape below it. */
export function resolutionsUpTo(largest: Size): Size[] {
  const { width, height } = largest;
  const smaller = KNOWN_SIZES.filter(
    (size) => size.width < width && Math.abs(size.width / size.height - width / height) < 0.01,
  );
  return [largest, ...smaller];
}

/** The qualities that a camera can fill, given its largest picture. */
export function offeredQualities({ width }: Size, projection: Projection): QualityChoice[] {
  return QUALITY_CHOICES.filter(
    (choice) => choice === 'DEFAULT' || videoTarget(choice, projection).width <= width,
  );
}

/**
 * The quality to send with. For DEFAULT, and for a choice that this camera cannot fill, it is the camera's best.
 * @param allowed the highest that the pre-flight check allows for DEFAULT
 */
export function sentQuality(
  choice: QualityChoice,
  native: Size,
  projection: Projection,
  allowed: Quality,
): Quality {
  const chosen = QUALITIES.find((quality) => quality === choice);
  if (chosen && offeredQualities(native, projection).includes(chosen)) return chosen;
  const best = QUALITIES.find((quality) => videoTarget(quality, projection).width >= native.width) ?? 'HIGH';
  return QUALITIES.indexOf(best) > QUALITIES.indexOf(allowed) ? allowed : best;
}

/**
 * The pre-flight check: HIGH only where it is sent with fewer pixels than MEDIUM, or the browser encodes it in hardware.
 * In software, a browser reports any size as smooth (Chromium does on two cores for 3840 × 1920), and the picture
 * stutters.
 */
export async function allowedQuality(native: Size, projection: Projection): Promise<Quality> {
  return sendsDetail(native, projection) || (await hasHardwareEncoder(native, projection))
    ? 'HIGH'
    : 'MEDIUM';
}

/** Whether the browser says that it encodes all of HIGH in hardware; false if it cannot tell. */
export async function hasHardwareEncoder(native: Size, projection: Projection): Promise<boolean> {
  const target = videoTarget('HIGH', projection);
  const { width, height } = captureSize(native, target);
  const contentType = `video/${usualVideoCodec()}`;
  const video = { contentType, width, height, bitrate: target.bitrate, framerate: 30 };
  try {
    const { smooth, powerEfficient } = await inTime(
      navigator.mediaCapabilities.encodingInfo({ type: 'webrtc', video }),
      ANSWER_MS,
      () => new Error('The browser does not say what it encodes'),
    );
    return smooth && powerEfficient;
  } catch {
    return false;
  }
}
