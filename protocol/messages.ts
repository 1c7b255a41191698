import { z } from 'zod';
import { callHealthReportSchema } from './call-health.ts';
import { cameraSchema } from './camera.ts';
import {
  channelSchema,
  dataLabelSchema,
  endReasonSchema,
  mediaKindSchema,
  placeSchema,
  SOURCE_KINDS,
  seatEncryptionSchema,
  seatNameSchema,
  sourceSchema,
  videoCodecsSchema,
  videoWishSchema,
} from './channel.ts';
import { controlModesSchema } from './control-modes.ts';
import { errorSchema } from './errors.ts';
import {
  dtlsParametersSchema,
  iceCandidateSchema,
  iceParametersSchema,
  iceServerSchema,
  rtpCapabilitiesSchema,
  rtpParametersSchema,
  sctpParametersSchema,
  sctpStreamParametersSchema,
} from './media.ts';
import { relayed } from './relayed.ts';

/** Incremented by a change that older clients or servers would misunderstand; sent with the login. */
export const PROTOCOL_VERSION = 5;

const nothing = z.object({});
const id = z.string().min(1).max(64);

/**
 * Why a paid picture is not delivered: the booked time has not begun; no picture is sent; the guest is absent; it does
 * not arrive.
 */
const meterPauseSchema = z.enum(['early', 'no-picture', 'guest-away', 'not-arriving']);
/**
 * Reading of a paid call: the delivered time, and its amount so far, which is the cost for the guest and the share for
 * the host after the site's fee. Times in ms, `amountMinor` in the currency's smallest unit. `budgetMs`: the call ends
 * after this much delivered time; null for a booking, whose price depends on its length. `leftMs`: time until it ends
 * without further pauses. `why`: reason of a pause; null while the picture is delivered. `final`: the call has ended, and
 * is charged by these numbers unless it is continued; older servers send none.
 */
const meterSchema = z.object({
  deliveredMs: z.number().int().nonnegative(),
  amountMinor: z.number().int().nonnegative(),
  currency: z.string(),
  budgetMs: z.number().int().nonnegative().nullable(),
  leftMs: z.number().int().nonnegative(),
  why: meterPauseSchema.nullable(),
  final: z.boolean().default(false),
});

/** With TURN credentials of this seat, valid for one hour. */
const iceServersSchema = z.array(iceServerSchema);
const seatLoginSchema = z.object({
  seat: seatNameSchema,
  resumeToken: z.string(),
  /** True if the seat's transports still exist and only need an ICE restart. */
  resumed: z.boolean(),
  channel: channelSchema,
  routerRtpCapabilities: rtpCapabilitiesSchema,
});
export type SeatLogin = z.infer<typeof seatLoginSchema>;
const userLoginSchema = z.object({ user: z.uuid() });

/**
 * Every request of the client, with its data and its response. Each can also be answered with an error of `errors.ts`;
 * codes named here are specific to the request.
 */
export const requests = {
  /**
   * The first message of a socket. With a ticket from the web server: TICKET_INVALID, CODE_INVALID, SEAT_TAKEN,
   * CHANNEL_ENDED. With the resume token of an earlier login, after a dropped socket: RESUME_INVALID, CHANNEL_ENDED.
   * UNAVAILABLE if this server cannot take the room now; a retry may reach one that can. A newer login of the same
   * holder takes the seat over from an older one.
   *
   * With a user ticket (TICKET_INVALID) there is no seat: the socket receives the person's notifications, and any
   * request but `keepAliveSocket` and `logout` is FORBIDDEN. It has no resume token; a dropped socket needs a new
   * ticket.
   */
  login: {
    data: z.object({
      version: z.number().int(),
      auth: z.union([
        z.object({ ticket: z.string().max(4096) }),
        z.object({ resumeToken: z.string().max(128) }),
        z.object({ userTicket: z.string().max(4096) }),
      ]),
    }),
    response: z.union([seatLoginSchema, userLoginSchema]),
  },
  /** Ends the login; the seat is kept for the grace period. The socket is closed. */
  logout: { data: nothing, response: nothing },
  /**
   * The host opens the room with its camera, and guests can enter. FORBIDDEN for the guest. Repeating it, as after a
   * reload, only changes the camera.
   */
  createChannel: { data: z.object({ camera: cameraSchema }), response: nothing },
  /**
   * The guest enters: CREATED becomes REQUESTED. FORBIDDEN for the host, WRONG_STATE if not yet created, SEAT_TAKEN if
   * another guest was first. The grace period of a disconnected host starts now. Repeated by the seated guest, it only
   * changes the camera. Before it, a guest may prepare to receive (`createTransport`, `connectTransport`, `consume`,
   * `resumeConsumer`) but receives nothing; its other media requests are rejected with WRONG_STATE. RATE_LIMITED while
   * too many guests prepare for the same room.
   */
  requestChannel: { data: z.object({ camera: cameraSchema }), response: nothing },
  /** This seat has media; once both have sent it, REQUESTED becomes STARTED. */
  startChannel: { data: nothing, response: nothing },
  /** Leaves the call: it is FINISHED for both. WRONG_STATE before a guest has entered. */
  leaveChannel: { data: nothing, response: nothing },
  /** The host closes a room, even before a guest has entered. FORBIDDEN for the guest. */
  finishChannel: { data: nothing, response: nothing },
  /** The call cannot continue at this end: it is FAILED for both. */
  failChannel: {
    data: z.object({ reason: endReasonSchema.extract(['media', 'server']) }),
    response: nothing,
  },
  /**
   * The host's location in degrees, while the room waits for its guest. WRONG_STATE later. Stored at most once in
   * SNAPSHOT_MIN_INTERVAL_MS, except to withdraw it from the guest. `shared`: the guest may see it after entering.
   */
  snapshotChannel: {
    data: placeSchema.extend({ shared: z.boolean().optional() }),
    response: nothing,
  },
  /**
   * The host, while the room waits for its guest, has its code work for CODE_TTL_MS longer, up to CODE_LONGEST_MS after
   * the room was created. FORBIDDEN for the guest, WRONG_STATE unless the room is `extendable`.
   */
  extendCode: { data: nothing, response: nothing },
  /** Sets how the guest may direct the host, replacing the previous offer. FORBIDDEN for the guest. */
  offerControl: { data: z.object({ modes: controlModesSchema }), response: nothing },
  /** This seat's person raises or lowers a hand. WRONG_STATE before a guest has entered. */
  raiseHand: { data: z.object({ raised: z.boolean() }), response: nothing },
  /**
   * This seat's person asks the other to agree to a recording; or withdraws the question or ends the recording.
   * Reloading the page also ends it. WRONG_STATE while the other seat is empty or away.
   */
  recordCall: { data: z.object({ wanted: z.boolean() }), response: nothing },
  /**
   * This seat's person agrees to be recorded by the other seat, which begins at once; or declines or withdraws an
   * agreement. WRONG_STATE for agreeing without a question.
   */
  answerRecording: { data: z.object({ agreed: z.boolean() }), response: nothing },
  ...relayed,
  /** Keeps the socket from being closed as idle. */
  keepAliveSocket: { data: nothing, response: nothing },
  /** Closes all transports of this seat, so that media can be set up again. */
  clear: { data: nothing, response: nothing },

  /** Camera, projection, heading or quality changed during the call. */
  updateCamera: { data: z.object({ camera: cameraSchema }), response: nothing },
  /**
   * Creates the transport of a direction, replacing an earlier one and everything on it. `videoCodecs`, which this
   * browser can encode or decode in that direction, is sent to the other seat; so are `encryption` (receive transport
   * only) and `takesScreen`: an older page would mistake a screen for the camera.
   */
  createTransport: {
    data: z.object({
      direction: z.enum(['send', 'receive']),
      videoCodecs: videoCodecsSchema.optional(),
      encryption: seatEncryptionSchema.optional(),
      takesScreen: z.boolean().optional(),
    }),
    response: z.object({
      id: z.string(),
      iceParameters: iceParametersSchema,
      iceCandidates: z.array(iceCandidateSchema),
      dtlsParameters: dtlsParametersSchema,
      /** Older servers have no data channels. */
      sctpParameters: sctpParametersSchema.optional(),
      iceServers: iceServersSchema,
    }),
  },
  /**
   * Replaces the `encryption` of this seat's receive transport, for the other seat. NOT_FOUND without that transport.
   */
  updateEncryption: { data: z.object({ encryption: seatEncryptionSchema }), response: nothing },
  connectTransport: {
    data: z.object({ transportId: id, dtlsParameters: dtlsParametersSchema }),
    response: nothing,
  },
  restartIce: {
    data: z.object({ transportId: id }),
    /** New credentials, as those of the transport may have expired. */
    response: z.object({ iceParameters: iceParametersSchema, iceServers: iceServersSchema }),
  },
  /**
   * One producer per source, which defaults to camera or microphone; another one of the same source replaces the first.
   * A screen requires that the other seat takes it.
   */
  produce: {
    data: z
      .object({
        transportId: id,
        kind: mediaKindSchema,
        source: sourceSchema.optional(),
        rtpParameters: rtpParametersSchema,
        paused: z.boolean(),
      })
      .refine(({ kind, source }) => !source || SOURCE_KINDS[source] === kind, { path: ['source'] }),
    response: z.object({ producerId: z.string() }),
  },
  setProducerPaused: { data: z.object({ producerId: id, paused: z.boolean() }), response: nothing },
  closeProducer: { data: z.object({ producerId: id }), response: nothing },
  /**
   * Consumes a producer of the other seat over this seat's receive transport. A consumer starts paused if that
   * transport is already connected, and for a guest that has not entered; the client sends `resumeConsumer` once it is
   * ready. One consumer per producer; another one replaces the first. UNSUPPORTED_MEDIA if the capabilities lack the
   * producer's codec.
   */
  consume: {
    data: z.object({ producerId: id, rtpCapabilities: rtpCapabilitiesSchema }),
    response: z.object({
      consumerId: z.string(),
      kind: mediaKindSchema,
      rtpParameters: rtpParametersSchema,
      paused: z.boolean(),
    }),
  },
  /** One data producer per label, on the send transport; another one of the same label replaces the first. */
  produceData: {
    data: z.object({
      transportId: id,
      label: dataLabelSchema,
      sctpStreamParameters: sctpStreamParametersSchema,
    }),
    response: z.object({ dataProducerId: z.string() }),
  },
  /**
   * Consumes a data producer of the other seat over this seat's receive transport; repeating it replaces the consumer.
   */
  consumeData: {
    data: z.object({ dataProducerId: id }),
    response: z.object({
      dataConsumerId: z.string(),
      label: dataLabelSchema,
      sctpStreamParameters: sctpStreamParametersSchema,
    }),
  },
  /** For a guest that has not entered, the consumer starts once they have. */
  resumeConsumer: { data: z.object({ consumerId: id }), response: nothing },
  /** Requests a key frame of each video that this seat consumes; at most one is forwarded in half a second. */
  requestKeyFrame: { data: nothing, response: nothing },
  /**
   * Sets how much video of the other side's camera this seat wants, until its media is cleared. Of two layers it
   * receives the smaller one at once; the other seat is told, and stops sending more than that.
   */
  wishVideo: { data: videoWishSchema, response: nothing },
  /**
   * Sent every `SAMPLE_MS`, the interval at which the server itself measures: of several reports in between, the last
   * one counts.
   */
  reportHealth: { data: callHealthReportSchema, response: nothing },
} as const;

/** Events sent by the server, with their data. */
export const events = {
  /** The whole state of the room, after each change. */
  channelUpdate: { data: channelSchema },
  ...relayed,
  /** The bitrate that the other side can receive at the moment, in bit/s, as estimated on its transport. */
  bandwidth: { data: z.object({ bitrate: z.number().int().nonnegative() }) },
  /** A notification of the person is new or has changed: `GET /api/notification/{id}` returns it. */
  notificationUpdate: { data: z.object({ id: z.uuid() }) },
  /** Sent every second in paid calls, and once the numbers of an ended one are stored. */
  meter: { data: meterSchema },
} as const;

export type RequestName = keyof typeof requests;
export type RequestData<N extends RequestName> = z.infer<(typeof requests)[N]['data']>;
export type ResponseData<N extends RequestName> = z.infer<(typeof requests)[N]['response']>;
export type EventName = keyof typeof events;
export type EventData<N extends EventName> = z.infer<(typeof events)[N]['data']>;

export function isRequestName(name: string): name is RequestName {
  return Object.hasOwn(requests, name);
}

export function isEventName(name: string): name is EventName {
  return Object.hasOwn(events, name);
}

/** Client to server. `id` is chosen by the client and returned in the response. */
export const requestEnvelopeSchema = z.object({
  id: z.number().int().nonnegative(),
  name: z.string().max(64),
  data: z.unknown(),
});

/** Server to client. An error without a readable request has the id null. */
export const serverEnvelopeSchema = z.union([
  z.object({ id: z.number().int(), data: z.unknown() }),
  z.object({ id: z.number().int().nullable(), error: errorSchema }),
  z.object({ event: z.string(), data: z.unknown() }),
]);

export type RequestEnvelope = z.infer<typeof requestEnvelopeSchema>;
export type ServerEnvelope = z.infer<typeof serverEnvelopeSchema>;
