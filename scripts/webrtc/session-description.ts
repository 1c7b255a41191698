import type { Line } from '#ingest/webrtc/peer.ts';
import { mediaKindSchema } from '#protocol/channel.ts';
import type { ResponseData } from '#protocol/messages.ts';

/** A media server's transport: `recvonly` to receive this end's streams, `sendonly` to send. */
export type ServerSide = Pick<
  ResponseData<'createTransport'>,
  'iceParameters' | 'iceCandidates' | 'dtlsParameters'
> & { direction: 'sendonly' | 'recvonly' };

const CODECS = { video: 'H264/90000', audio: 'opus/48000/2' };
const H264 = 'profile-level-id=42e034;packetization-mode=1;level-asymmetry-allowed=1';

/** Offer (RFC 8866) equivalent to mediasoup's parameters: libdatachannel accepts only session descriptions. */
export function offerOf(server: ServerSide, lines: readonly Line[]): string {
  const { iceParameters, iceCandidates, dtlsParameters, direction } = server;
  const fingerprint = dtlsParameters.fingerprints.find(({ algorithm }) => algorithm === 'sha-256');
  const candidates = iceCandidates
    .filter(({ protocol }) => protocol === 'udp')
    .map(({ foundation, priority, address, port }) => {
      return `a=candidate:${foundation} 1 udp ${priority} ${address} ${port} typ host`;
    });
  const media = lines.flatMap(({ kind, mid, payloadType, ssrc }) => [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF ${payloadType}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    `a=${direction}`,
    'a=rtcp-mux',
    `a=rtpmap:${payloadType} ${CODECS[kind]}`,
    ...(kind === 'video' ? [`a=fmtp:${payloadType} ${H264}`] : []),
    ...(direction === 'sendonly' ? [`a=ssrc:${ssrc} cname:load`] : []),
    'a=setup:actpass',
    `a=ice-ufrag:${iceParameters.usernameFragment}`,
    `a=ice-pwd:${iceParameters.password}`,
    `a=fingerprint:sha-256 ${fingerprint?.value}`,
    ...candidates,
  ]);
  const bundle = `a=group:BUNDLE ${lines.map(({ mid }) => mid).join(' ')}`;
  return ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=ice-lite', bundle, ...media, ''].join('\r\n');
}

/** SHA-256 fingerprint of the certificate. */
export function fingerprintOf(description: string): string {
  const value = /^a=fingerprint:sha-256 (\S+)/m.exec(description)?.[1];
  if (!value) throw new Error('A session description without a fingerprint');
  return value;
}

/** Streams offered by a session description. */
export function linesOf(description: string): Line[] {
  return description
    .split(/^m=/m)
    .slice(1)
    .map((section) => {
      const [, kind, payloadType] = /^(\w+) \d+ \S+ (\d+)/.exec(section) ?? [];
      const [, mid = ''] = /^a=mid:(\S+)/m.exec(section) ?? [];
      const [, ssrc] = /^a=ssrc:(\d+)/m.exec(section) ?? [];
      return {
        kind: mediaKindSchema.parse(kind),
        mid,
        payloadType: Number(payloadType),
        ssrc: Number(ssrc ?? 0),
      };
    });
}
