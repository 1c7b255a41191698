import type { types } from 'mediasoup';
import { extractDtlsParameters, extractRtpCapabilities } from 'mediasoup-client/handlers/sdp/commonUtils';
import { RemoteSdp } from 'mediasoup-client/handlers/sdp/RemoteSdp';
import type { RtpCapabilities } from 'mediasoup-client/types';
import { type MediaDescription, parse, type SessionDescription } from 'sdp-transform';
import type { MediaKind } from '#protocol/channel.ts';

/** Why an offer cannot be answered, in words for the person who set up the program. */
export class UnacceptableOffer extends Error {}

/**
 * H.264's baseline profile (ITU-T H.264, A.2.1), as FFmpeg names what it encodes. No encoder in use needs more of it than
 * constrained baseline has, which all browsers decode.
 */
const BASELINE = /(profile-level-id=)4200/gi;

/** As mediasoup takes them (RFC 8122, 5). */
const FINGERPRINT = /^sha-(1|224|256|384|512) [\da-f]{2}(:[\da-f]{2})+$/i;

export type OfferedMedia = { kind: MediaKind; media: MediaDescription };

export type Offered = {
  dtlsParameters: types.DtlsParameters;
  /** With the offer's payload types and ids of header extensions. */
  capabilities: RtpCapabilities;
  /** In the offer's order. */
  medias: OfferedMedia[];
};

/**
 * Reads the SDP offer of a program that is no browser: at most one picture and one sound, on one transport.
 * @throws UnacceptableOffer
 */
export function readOffer(sdp: string): Offered {
  const description = parse(sdp.replace(BASELINE, '$142e0'));
  const kinds = description.media.map(({ type }) => type);
  if (kinds.length === 0) throw new UnacceptableOffer('This is not an SDP offer with media.');
  if (new Set(kinds).size < kinds.length)
    throw new UnacceptableOffer('The offer has more than one picture or sound: offer one of each.');
  const dtlsParameters = dtlsOf(description);
  const medias = description.media.map((media): OfferedMedia => {
    const { type: kind, mid } = media;
    if (kind !== 'audio' && kind !== 'video')
      throw new UnacceptableOffer(`Only picture and sound are exchanged, no "${kind}".`);
    if (mid === undefined) throw new UnacceptableOffer('The offer does not bundle its media (no a=mid).');
    return { kind, media };
  });
  return { dtlsParameters, capabilities: extractRtpCapabilities({ sdpObject: description }), medias };
}

function dtlsOf(description: SessionDescription): types.DtlsParameters {
  try {
    const { role, fingerprints } = extractDtlsParameters({ sdpObject: description });
    if (fingerprints.every(({ algorithm, value }) => FINGERPRINT.test(`${algorithm} ${value}`)))
      return { fingerprints, role: role === 'server' ? 'server' : 'client' };
  } catch {
    // It has none.
  }
  throw new UnacceptableOffer('The offer has no DTLS fingerprint (a=fingerprint) by SHA.');
}

/** An SDP answer with all ICE candidates, and no media yet. @param offered of the offer */
export function answerOf(
  { iceParameters, iceCandidates, dtlsParameters }: types.WebRtcTransport,
  offered: types.DtlsParameters,
): RemoteSdp {
  // Most programs offer `actpass`, and then start the handshake; FFmpeg offers `passive`.
  const role = offered.role === 'server' ? 'client' : 'server';
  return new RemoteSdp({ iceParameters, iceCandidates, dtlsParameters: { ...dtlsParameters, role } });
}
