import type { types } from 'mediasoup';
import type { Camera } from '#protocol/camera.ts';
import type { VideoWish } from '#protocol/channel.ts';
import { SCREEN_BITRATE } from '#protocol/limits.ts';
import { type Quality, videoTarget } from '#protocol/video-quality.ts';

/** Factor for retransmissions and probing, which the limit includes. */
const HEADROOM = 1.5;
/** Opus at its highest bitrate, with redundancy. */
const AUDIO_BITRATE = 256_000;

export type VideoShape = Pick<Camera, 'quality' | 'projection'>;

/** The preferred simulcast layers; a single layer is forwarded regardless. */
export function preferredLayers({ size, saveData }: VideoWish): types.ConsumerLayers {
  return { spatialLayer: size === 'half' || saveData ? 0 : 1 };
}

/**
 * Bandwidth that a call reserves on the server, each way, in Mbit/s: a 360° camera of this quality on one side and a
 * flat one on the other. Screens come on top, in the few calls that share one.
 */
export function roomMbps(quality: Quality): number {
  const seats = (['equirectangular', 'flat'] as const).map((projection) =>
    maxIncomingBitrate({ quality, projection }, false),
  );
  return Math.ceil(seats.reduce((sum, bitrate) => sum + bitrate, 0) / 1_000_000);
}

/** Upper limit of what a seat may send, in bit/s. */
export function maxIncomingBitrate({ quality, projection }: VideoShape, sharesScreen: boolean): number {
  const camera = videoTarget(quality, projection).bitrate * HEADROOM + AUDIO_BITRATE;
  return sharesScreen ? camera + SCREEN_BITRATE * HEADROOM + AUDIO_BITRATE : camera;
}
