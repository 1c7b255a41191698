import type { RtpCapabilities, RtpCodecCapability } from 'mediasoup-client/types';
import { type SeatState, type VideoCodec, videoCodecSchema } from '#protocol/channel.ts';

/** Its name in the protocol; null for audio and retransmission. */
export function videoCodecName({ mimeType }: { mimeType: string }): VideoCodec | null {
  const [kind, subtype] = mimeType.split('/');
  return kind === 'video' ? (videoCodecSchema.safeParse(subtype).data ?? null) : null;
}

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

/** No video can go from one seat to the other: their browsers have no codec in common. */
export function lacksVideoCodec(from: SeatState | null, to: SeatState | null): boolean {
  const sent = from?.videoCodecs.send;
  const received = to?.videoCodecs.receive;
  return !!sent && !!received && !sent.some((codec) => received.includes(codec));
}
