import { z } from 'zod';
import { mediaKindSchema } from './channel.ts';

/**
 * WebRTC parameters as exchanged by mediasoup and mediasoup-client. The shapes are those of
 * https://mediasoup.org/documentation/v3/mediasoup/rtp-parameters-and-capabilities/; both libraries validate their
 * contents again.
 */

const codecParametersSchema = z.record(z.string(), z.unknown());
const rtcpFeedbackSchema = z.object({ type: z.string(), parameter: z.string().optional() });

/** The extensions that both libraries know; the media server offers no others. */
export const headerExtensionUriSchema = z.enum([
  'urn:ietf:params:rtp-hdrext:sdes:mid',
  'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id',
  'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
  'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  'urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension',
  'urn:3gpp:video-orientation',
  'http://www.webrtc.org/experiments/rtp-hdrext/abs-capture-time',
  'http://www.webrtc.org/experiments/rtp-hdrext/playout-delay',
  'urn:mediasoup:params:rtp-hdrext:packet-id',
]);

const codecSchema = z.object({
  mimeType: z.string(),
  clockRate: z.number().int(),
  channels: z.number().int().optional(),
  parameters: codecParametersSchema.optional(),
  rtcpFeedback: z.array(rtcpFeedbackSchema).optional(),
});

export const rtpCapabilitiesSchema = z.object({
  codecs: z
    .array(codecSchema.extend({ kind: mediaKindSchema, preferredPayloadType: z.number().int() }))
    .optional(),
  headerExtensions: z
    .array(
      z.object({
        kind: mediaKindSchema,
        uri: headerExtensionUriSchema,
        preferredId: z.number().int(),
        preferredEncrypt: z.boolean().optional(),
        direction: z.enum(['sendrecv', 'sendonly', 'recvonly', 'inactive']).optional(),
      }),
    )
    .optional(),
});

export const rtpParametersSchema = z.object({
  mid: z.string().optional(),
  codecs: z.array(codecSchema.extend({ payloadType: z.number().int() })).min(1),
  headerExtensions: z
    .array(
      z.object({
        uri: headerExtensionUriSchema,
        id: z.number().int(),
        encrypt: z.boolean().optional(),
        parameters: codecParametersSchema.optional(),
      }),
    )
    .optional(),
  encodings: z
    .array(
      z.object({
        ssrc: z.number().int().optional(),
        rid: z.string().optional(),
        codecPayloadType: z.number().int().optional(),
        rtx: z.object({ ssrc: z.number().int() }).optional(),
        dtx: z.boolean().optional(),
        scalabilityMode: z.string().optional(),
        maxBitrate: z.number().optional(),
      }),
    )
    .optional(),
  rtcp: z.object({ cname: z.string().optional(), reducedSize: z.boolean().optional() }).optional(),
  msid: z.string().optional(),
});

export const dtlsParametersSchema = z.object({
  role: z.enum(['auto', 'client', 'server']).optional(),
  fingerprints: z
    .array(
      z.object({
        algorithm: z.enum(['sha-1', 'sha-224', 'sha-256', 'sha-384', 'sha-512']),
        value: z.string(),
      }),
    )
    .min(1),
});

/** Sizes in bytes. */
export const sctpParametersSchema = z.object({
  port: z.number().int(),
  maxSendMessageSize: z.number().int(),
  maxReceiveMessageSize: z.number().int(),
  /** Numbers of streams that can be sent and received. */
  OS: z.number().int().optional(),
  MIS: z.number().int().optional(),
  maxMessageSize: z.number().int().optional(),
});

export const sctpStreamParametersSchema = z.object({
  streamId: z.number().int().min(0).max(65_535),
  ordered: z.boolean().optional(),
  maxPacketLifeTime: z.number().int().min(0).max(65_535).optional(),
  maxRetransmits: z.number().int().min(0).max(65_535).optional(),
});

export const iceParametersSchema = z.object({
  usernameFragment: z.string(),
  password: z.string(),
  iceLite: z.boolean().optional(),
});

export const iceCandidateSchema = z.object({
  foundation: z.string(),
  priority: z.number(),
  address: z.string(),
  ip: z.string(),
  protocol: z.enum(['udp', 'tcp']),
  port: z.number().int(),
  type: z.enum(['host', 'srflx', 'prflx', 'relay']),
  tcpType: z.enum(['passive', 'active', 'so']).optional(),
});

/** A STUN or TURN server for the browser's RTCPeerConnection. */
export const iceServerSchema = z.object({
  urls: z.array(z.string()),
  username: z.string().optional(),
  credential: z.string().optional(),
});

export type IceServer = z.infer<typeof iceServerSchema>;
