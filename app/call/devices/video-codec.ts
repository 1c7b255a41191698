import { type VideoCodec, videoCodecSchema } from '#protocol/channel.ts';

/** Its name in the protocol; null for audio and retransmission. */
export function videoCodecName({ mimeType }: { mimeType: string }): VideoCodec | null {
  const [kind, subtype] = mimeType.split('/');
  return kind === 'video' ? (videoCodecSchema.safeParse(subtype).data ?? null) : null;
}

/**
 * What this browser sends with to one that decodes everything, as far as can be told before there is a router: the first
 * in its order. Where the browser does not tell, the first of all.
 */
export function usualVideoCodec(): VideoCodec {
  const { codecs = [] } = globalThis.RTCRtpSender?.getCapabilities?.('video') ?? {};
  const names = codecs.map(videoCodecName);
  return videoCodecSchema.options.find((name) => names.includes(name)) ?? 'H264';
}
