import type { types } from 'mediasoup';
import {
  extractDtlsParameters,
  extractRtpCapabilities,
  getCname,
} from 'mediasoup-client/handlers/sdp/commonUtils';
import { RemoteSdp } from 'mediasoup-client/handlers/sdp/RemoteSdp';
import { getRtpEncodings } from 'mediasoup-client/handlers/sdp/unifiedPlanUtils';
import {
  getExtendedRtpCapabilities,
  getSendingRemoteRtpParameters,
  getSendingRtpParameters,
  reduceCodecs,
} from 'mediasoup-client/ortc';
import type { RtpCapabilities, RtpParameters } from 'mediasoup-client/types';
import { type MediaDescription, parse, type SessionDescription } from 'sdp-transform';
import type { MediaKind } from '#protocol/channel.ts';

/** Why an offer cannot be taken, in words for the person who set up the sender. */
export class UnacceptableOffer extends Error {}

/**
 * H.264's baseline profile (ITU-T H.264, A.2.1), as FFmpeg names what it encodes. No encoder in use needs more of it than
 * constrained baseline has, which all browsers decode.
 */
const BASELINE = /(profile-level-id=)4200/gi;

type Section = { kind: MediaKind; media: MediaDescription; sent: RtpParameters; answered: RtpParameters };

/** A WHIP client's SDP offer: at most one picture and one sound, on one transport (RFC 9725, 4.4). */
export class Offer {
  readonly dtlsParameters: types.DtlsParameters;
  readonly #sections: Section[];

  /**
   * @param capabilities of the room's router
   * @throws UnacceptableOffer
   */
  constructor(sdp: string, capabilities: RtpCapabilities) {
    const description = parse(sdp.replace(BASELINE, '$142e0'));
    const { media } = description;
    const kinds = media.map(({ type }) => type);
    if (media.length === 0) throw new UnacceptableOffer('This is not an SDP offer with media.');
    if (new Set(kinds).size < kinds.length)
      throw new UnacceptableOffer('The offer has more than one picture or sound: send one of each.');
    this.dtlsParameters = dtlsOf(description);
    const local = extractRtpCapabilities({ sdpObject: description });
    const extended = getExtendedRtpCapabilities(local, structuredClone(capabilities), true);
    this.#sections = media.map((section) => sectionOf(section, extended));
  }

  /** What the sender sends of each kind, as mediasoup takes it. */
  get tracks(): { kind: MediaKind; rtpParameters: RtpParameters }[] {
    return this.#sections.map(({ kind, sent }) => ({ kind, rtpParameters: sent }));
  }

  /** The SDP answer, with all ICE candidates. */
  answer({ iceParameters, iceCandidates, dtlsParameters }: types.WebRtcTransport): string {
    // Most senders offer `actpass`, and then start the handshake; FFmpeg offers `passive`.
    const role = this.dtlsParameters.role === 'server' ? 'client' : 'server';
    const answer = new RemoteSdp({
      iceParameters,
      iceCandidates,
      dtlsParameters: { ...dtlsParameters, role },
    });
    for (const { media, sent, answered } of this.#sections)
      answer.send({ offerMediaObject: media, offerRtpParameters: sent, answerRtpParameters: answered });
    return answer.getSdp();
  }
}

function dtlsOf(description: SessionDescription): types.DtlsParameters {
  try {
    const { role, fingerprints } = extractDtlsParameters({ sdpObject: description });
    return { fingerprints, role: role === 'server' ? 'server' : 'client' };
  } catch {
    throw new UnacceptableOffer('The offer has no DTLS fingerprint.');
  }
}

function sectionOf(
  media: MediaDescription,
  extended: ReturnType<typeof getExtendedRtpCapabilities>,
): Section {
  const { type: kind, mid, direction } = media;
  if (kind !== 'audio' && kind !== 'video')
    throw new UnacceptableOffer(`Only picture and sound are taken, no "${kind}".`);
  if (mid === undefined) throw new UnacceptableOffer('The offer does not bundle its media (no a=mid).');
  if (direction === 'recvonly' || direction === 'inactive')
    throw new UnacceptableOffer(`The offer sends no ${kind} (a=${direction}).`);
  const sent = getSendingRtpParameters(kind, extended);
  const answered = getSendingRemoteRtpParameters(kind, extended);
  if (sent.codecs.length === 0) throw new UnacceptableOffer(WANTED[kind]);
  sent.codecs = reduceCodecs(sent.codecs);
  answered.codecs = reduceCodecs(answered.codecs);
  sent.mid = String(mid);
  sent.rtcp = { cname: getCname({ offerMediaObject: media }) };
  sent.encodings = encodingsOf(media, sent.codecs);
  return { kind, media, sent, answered };
}

const WANTED = {
  video: 'The picture is in no codec that browsers show here: send H.264, without B-frames.',
  audio: 'The sound is in no codec that browsers play here: send Opus at 48 kHz.',
};

/** mediasoup wants the smallest layer first; senders list the one they prefer first (RFC 8853, 5.2), the largest. */
function encodingsOf(media: MediaDescription, codecs: RtpParameters['codecs']): RtpParameters['encodings'] {
  const layers = (media.rids ?? []).filter(({ direction }) => direction === 'send');
  if (media.simulcast && layers.length > 0) return layers.map(({ id }) => ({ rid: String(id) })).toReversed();
  // A sender that names no SSRC is known by its MID.
  if (!media.ssrcs) return [{}];
  return getRtpEncodings({ offerMediaObject: media, codecs });
}
