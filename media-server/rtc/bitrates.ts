import type { types } from 'mediasoup';
import { type Camera, type Quality, videoTarget } from '#protocol/camera.ts';
import type { VideoWish } from '#protocol/channel.ts';
import { SCREEN_BITRATE } from '#protocol/limits.ts';

/** For retransmissions and probing, which count too. */
const HEADROOM = 1.5;
/** Opus at its best, with its redundancy. */
const AUDIO_BITRATE = 256_000;

export type VideoShape = Pick<Camera, 'quality' | 'projection'>;

/** Of those that the other seat sends: a single one is forwarded whatever this says. */
export function preferredLayers({ size, saveData }: VideoWish): types.ConsumerLayers {
  return { spatialLayer: size === 'half' || saveData ? 0 : 1 };
}

/**
 * What a call may take of the server's connection, each way, in Mbit/s: a 360° camera of this quality on one side and a
 * flat one on the other. Screens come on top, in the few calls that share one.
 */
export function roomMbps(quality: Quality): number {
  const seats = (['equirectangular', 'flat'] as const).map((projection) =>
    maxIncomingBitrate({ quality, projection }, false),
  );
  return Math.ceil(seats.reduce((sum, bitrate) => sum + bitrate, 0) / 1_000_000);
}

/** In bit/s. */
export function maxIncomingBitrate({ quality, projection }: VideoShape, sharesScreen: boolean): number {
  const camera = videoTarget(quality, projection).bitrate * HEADROOM + AUDIO_BITRATE;
  return sharesScreen ? camera + SCREEN_BITRATE * HEADROOM + AUDIO_BITRATE : camera;
}
