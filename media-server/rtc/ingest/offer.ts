import type { types } from 'mediasoup';
import { getCname } from 'mediasoup-client/handlers/sdp/commonUtils';
import { getRtpEncodings } from 'mediasoup-client/handlers/sdp/unifiedPlanUtils';
import {
  getExtendedRtpCapabilities,
  getSendingRemoteRtpParameters,
  getSendingRtpParameters,
  reduceCodecs,
} from 'mediasoup-client/ortc';
import type { RtpCapabilities, RtpParameters } from 'mediasoup-client/types';
import type { MediaDescription } from 'sdp-transform';
import type { MediaKind } from '#protocol/channel.ts';
import { answerOf, type OfferedMedia, readOffer, UnacceptableOffer } from '../offered.ts';

type Section = OfferedMedia & { sent: RtpParameters; answered: RtpParameters };

/** A WHIP client's SDP offer: at most one picture and one sound, on one transport (RFC 9725, 4.4). */
export class Offer {
  readonly dtlsParameters: types.DtlsParameters;
  readonly #sections: Section[];

  /**
   * @param capabilities of the room's router
   * @throws UnacceptableOffer
   */
  constructor(sdp: string, capabilities: RtpCapabilities) {
    const offered = readOffer(sdp);
    this.dtlsParameters = offered.dtlsParameters;
    const extended = getExtendedRtpCapabilities(offered.capabilities, structuredClone(capabilities), true);
    this.#sections = offered.medias.map((media) => sectionOf(media, extended));
  }

  /** What the sender sends of each kind, as mediasoup takes it. */
  get tracks(): { kind: MediaKind; rtpParameters: RtpParameters }[] {
    return this.#sections.map(({ kind, sent }) => ({ kind, rtpParameters: sent }));
  }

  /** The SDP answer, with all ICE candidates. */
  answer(transport: types.WebRtcTransport): string {
    const answer = answerOf(transport, this.dtlsParameters);
    for (const { media, sent, answered } of this.#sections)
      answer.send({ offerMediaObject: media, offerRtpParameters: sent, answerRtpParameters: answered });
    return answer.getSdp();
  }
}

function sectionOf(
  { kind, media }: OfferedMedia,
  extended: ReturnType<typeof getExtendedRtpCapabilities>,
): Section {
  const { mid, direction } = media;
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
