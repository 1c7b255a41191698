import { type VideoCodec, videoCodecSchema } from '#protocol/channel.ts';

/** The codec's name in the protocol; null for audio and retransmission. */
export function videoCodecName({ mimeType }: { mimeType: string }): VideoCodec | null {
  const [kind, subtype] = mimeType.split('/');
  return kind === 'video' ? (videoCodecSchema.safeParse(subtype).data ?? null) : null;
}

/**
 * Codecs of which the media server forwards one of several streams. For VP9 and AV1 it supports only layers within one
 * stream, whose bitrates browsers do not let us set; they are used if the two browsers do not share H.264.
 */
const LAYERED: readonly (VideoCodec | null)[] = ['H264', 'VP8'];

export function isLayered(codec: VideoCodec | null): boolean {
  return LAYERED.includes(codec);
}

/**
 * The codec this browser sends to a browser that decodes everything, as far as is known before there is a router: the
 * first in the protocol's order. If the browser lists no codecs, the first of all.
 */
export function usualVideoCodec(): VideoCodec {
  const { codecs = [] } = globalThis.RTCRtpSender?.getCapabilities?.('video') ?? {};
  const names = codecs.map(videoCodecName);
  return videoCodecSchema.options.find((name) => names.includes(name)) ?? 'H264';
}
