import type { RtpCapabilities, RtpCodecCapability } from 'mediasoup-client/types';
import type { Camera } from '#protocol/camera.ts';
import type { SeatState, VideoCodec } from '#protocol/channel.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import { isLayered, videoCodecName } from '../devices/video-codec.ts';
import type { Layers } from './bandwidth.ts';

/** A device's video codecs, in the router's order of preference: H.264, which has several profiles, once. */
export function videoCodecNames({ codecs = [] }: RtpCapabilities): VideoCodec[] {
  return [...new Set(codecs.map(videoCodecName).filter((name) => name !== null))];
}

/**
 * The codec to send: the first one that the other side can receive; null if they share none.
 * @param receivable null while unknown
 */
export function chooseVideoCodec(
  { codecs = [] }: RtpCapabilities,
  receivable: readonly VideoCodec[] | null,
): RtpCodecCapability | null {
  const fits = (codec: RtpCodecCapability) => {
    const name = videoCodecName(codec);
    return name !== null && (receivable === null || receivable.includes(name));
  };
  return codecs.find(fits) ?? null;
}

/**
 * The layers to send. In the highest quality two layers, full and half size, if half the width is at least that of the
 * lowest quality; smaller pictures are only adapted. In a codec without layers, which browsers encode on the CPU (8 to
 * 14 frames/s at 3840×1920), only half, if that has the width of medium quality.
 * @param width of the captured picture; undefined while unknown
 */
export function layersOf(
  { quality, projection }: Pick<Camera, 'quality' | 'projection'>,
  width: number | undefined,
  codec: { mimeType: string } | null | undefined,
): Layers {
  if (quality !== 'HIGH' || !codec) return 'whole';
  const hasLayers = isLayered(videoCodecName(codec));
  const half = (width ?? videoTarget('HIGH', projection).width) / 2;
  if (half < videoTarget(hasLayers ? 'LOW' : 'MEDIUM', projection).width) return 'whole';
  return hasLayers ? 'both' : 'half';
}

/** Whether no video can go from one seat to the other, because their browsers share no codec. */
export function lacksVideoCodec(from: SeatState | null, to: SeatState | null): boolean {
  const sent = from?.videoCodecs.send;
  const received = to?.videoCodecs.receive;
  return !!sent && !!received && !sent.some((codec) => received.includes(codec));
}
