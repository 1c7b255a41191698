import type { types } from 'mediasoup';
import { getExtendedRtpCapabilities, getSendingRemoteRtpParameters } from 'mediasoup-client/ortc';
import type { RtpCapabilities, RtpCodecParameters } from 'mediasoup-client/types';
import { parse, write } from 'sdp-transform';
import type { MediaKind } from '#protocol/channel.ts';
import { answerOf, type OfferedMedia, readOffer, UnacceptableOffer } from '../offered.ts';

type Section = OfferedMedia & { codec: RtpCodecParameters };

/** Feedback that needs no header extensions: the answer has none, as a router sends its own ids. */
const FEEDBACK: readonly string[] = ['nack', 'ccm'];

/** The SDP offer of a player that is no browser (WHEP): to receive at most one picture and one sound. */
export class PlayerOffer {
  readonly dtlsParameters: types.DtlsParameters;
  readonly #sections: Section[];

  /**
   * @param sent the codecs that the room sends, of each kind
   * @throws UnacceptableOffer
   */
  constructor(sdp: string, sent: RtpCapabilities) {
    const { dtlsParameters, capabilities, medias } = readOffer(sdp);
    this.dtlsParameters = dtlsParameters;
    const extended = getExtendedRtpCapabilities(capabilities, structuredClone(sent), true);
    this.#sections = medias.map(({ kind, media }) => {
      if (media.direction === 'sendonly' || media.direction === 'inactive')
        throw new UnacceptableOffer(`The offer receives no ${kind} (a=${media.direction}).`);
      const [codec] = getSendingRemoteRtpParameters(kind, extended).codecs;
      if (!codec) throw new UnacceptableOffer(`The ${kind} is sent as ${namesOf(sent, kind)}: offer that.`);
      const rtcpFeedback = codec.rtcpFeedback?.filter(({ type }) => FEEDBACK.includes(type));
      return { kind, media, codec: { ...codec, rtcpFeedback } };
    });
  }

  get kinds(): MediaKind[] {
    return this.#sections.map(({ kind }) => kind);
  }

  /** Codecs with the payload types of the offer, which an answer has to keep (RFC 3264, 6.1). */
  get codecs(): types.RouterRtpCodecCapability[] {
    // A router numbers the retransmissions of each video codec itself, after those before it.
    const inOrder = this.#sections.toSorted((a, b) => a.kind.localeCompare(b.kind));
    return inOrder.map(({ kind, codec: { mimeType, clockRate, channels, parameters, payloadType } }) => ({
      ...{ kind, mimeType, clockRate, channels, parameters },
      preferredPayloadType: payloadType,
    }));
  }

  /** The SDP answer, with all ICE candidates. @param ssrcs of the kinds that are sent */
  answer(transport: types.WebRtcTransport, ssrcs: ReadonlyMap<MediaKind, number>): string {
    const answer = answerOf(transport, this.dtlsParameters);
    for (const { media, codec } of this.#sections) {
      const parameters = { codecs: [codec], headerExtensions: [], encodings: [], rtcp: {} };
      answer.send({
        offerMediaObject: media,
        offerRtpParameters: parameters,
        answerRtpParameters: parameters,
      });
    }
    // mediasoup-client's answers only receive.
    const description = parse(answer.getSdp());
    for (const [at, media] of description.media.entries()) {
      const kind = this.kinds[at];
      const ssrc = kind && ssrcs.get(kind);
      media.direction = ssrc === undefined ? 'inactive' : 'sendonly';
      if (ssrc === undefined) continue;
      media.msid = [{ id: 'panocall', appdata: kind }];
      media.ssrcs = [{ id: ssrc, attribute: 'cname', value: 'panocall' }];
    }
    return write(description);
  }
}

const namesOf = ({ codecs = [] }: RtpCapabilities, kind: MediaKind) =>
  codecs.filter((codec) => codec.kind === kind).map(({ mimeType }) => mimeType.split('/')[1]);
