import type { RtpCapabilities, RtpCodecCapability } from 'mediasoup-client/types';
import { type Camera, videoTarget } from '#protocol/camera.ts';
import type { SeatState, VideoCodec } from '#protocol/channel.ts';
import { videoCodecName } from '../devices/video-codec.ts';
import type { Layers } from './bandwidth.ts';

/** Those of a device, in the router's order of preference: H.264, which has several profiles, once. */
export function videoCodecNames({ codecs = [] }: RtpCapabilities): VideoCodec[] {
  return [...new Set(codecs.map(videoCodecName).filter((name) => name !== null))];
}

/**
 * What to send with: the first codec that the other side can receive; null if they have none in common.
 * @param receivable null while that is not known
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
 * Those of which the media server forwards one of several streams. Of VP9 and AV1 it takes layers within one stream only,
 * whose bitrates a browser does not let one set; they are used where the two browsers lack H.264 in common.
 */
const LAYERED: readonly (VideoCodec | null)[] = ['H264', 'VP8'];

/**
 * What is sent of a picture. In the highest quality two layers, whole and in half its size, where half the width is at
 * least that of the lowest quality: smaller pictures are only fitted. In a codec without layers, which browsers encode on
 * the CPU (8 to 14 frames a second of 3840×1920), only half, where that has the width of medium quality.
 * @param width of the captured picture; undefined while it is not known
 */
export function layersOf(
  { quality, projection }: Pick<Camera, 'quality' | 'projection'>,
  width: number | undefined,
  codec: { mimeType: string } | null | undefined,
): Layers {
  if (quality !== 'HIGH' || !codec) return 'whole';
  const isLayered = LAYERED.includes(videoCodecName(codec));
  const half = (width ?? videoTarget('HIGH', projection).width) / 2;
  if (half < videoTarget(isLayered ? 'LOW' : 'MEDIUM', projection).width) return 'whole';
  return isLayered ? 'both' : 'half';
}

/** No video can go from one seat to the other: their browsers have no codec in common. */
export function lacksVideoCodec(from: SeatState | null, to: SeatState | null): boolean {
  const sent = from?.videoCodecs.send;
  const received = to?.videoCodecs.receive;
  return !!sent && !!received && !sent.some((codec) => received.includes(codec));
}
