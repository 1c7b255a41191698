import { z } from 'zod';
import { cameraSchema } from './camera.ts';
import { controlModesSchema } from './control-modes.ts';

export const CHANNEL_STATUSES = ['CREATED', 'REQUESTED', 'STARTED', 'FINISHED', 'FAILED'] as const;
export const channelStatusSchema = z.enum(CHANNEL_STATUSES);

const SEATS = ['host', 'guest'] as const;
export const seatNameSchema = z.enum(SEATS);

/**
 * Why a channel ended. FINISHED: `left` (someone left or closed it), `expired` (no one entered in time), `lost` (a side
 * did not come back within the grace period), `limit` (maximum duration of a call), `time` (the booked time is over),
 * `budget` (everything that the guest wanted to pay for was delivered), `cancelled` (the booking was), `admin` (an
 * administrator ended it), `closed` (the product that created it with an API key did). FAILED: `media` (no connection),
 * `timeout` (media not ready in time), `server`.
 */
export const END_REASONS = [
  'left',
  'expired',
  'lost',
  'limit',
  'time',
  'budget',
  'cancelled',
  'admin',
  'closed',
  'media',
  'timeout',
  'server',
] as const;
/** Ends after which a call can be rejoined for `REJOIN_MS`. */
const REJOINABLE: readonly string[] = ['left', 'lost', 'media', 'timeout', 'server'] satisfies EndReason[];

/** Whether a call that ended for this reason can be rejoined. @param reason as stored */
export function isRejoinable(reason: string | null): boolean {
  return reason !== null && REJOINABLE.includes(reason);
}

export const endReasonSchema = z.enum(END_REASONS);

export const mediaKindSchema = z.enum(['audio', 'video']);

/** The video codecs of the media server's routers, in their order of preference, by the subtype of their MIME type. */
export const videoCodecSchema = z.enum(['H264', 'VP9', 'AV1', 'VP8']);
/** In order of preference. */
export const videoCodecsSchema = z.array(videoCodecSchema).max(videoCodecSchema.options.length);

/**
 * Source of a producer: `detail` is the part of the camera's picture that the other side looks at, in full detail
 * (`app/sphere/detail`), `screen` what someone shares beside the camera, `screen-sound` its sound.
 */
export const sourceSchema = z.enum(['camera', 'detail', 'microphone', 'screen', 'screen-sound']);
export type Source = z.infer<typeof sourceSchema>;

/** The kind of media that comes from each source. */
export const SOURCE_KINDS = {
  camera: 'video',
  detail: 'video',
  microphone: 'audio',
  screen: 'video',
  'screen-sound': 'audio',
} as const satisfies Record<Source, 'audio' | 'video'>;

export function isOfScreen(source: Source): boolean {
  return source === 'screen' || source === 'screen-sound';
}

/** Default source for a client older than screen sharing, which names none. */
export function usualSource(kind: MediaKind): Source {
  return kind === 'video' ? 'camera' : 'microphone';
}

const producerStateSchema = z
  .object({
    id: z.string(),
    /** Of its media, as mediasoup has it. Producers are told apart by `source`. */
    kind: mediaKindSchema,
    source: sourceSchema.optional(),
    /** Paused by its owner, e.g. muted. */
    paused: z.boolean(),
    /** The other side is connected and consumes it. Until then there is no need to encode. */
    consumed: z.boolean(),
    /** A program beside the page sends it: not the page's to close. */
    streamed: z.literal(true).optional(),
    /** Its encoder sends pictures in another order than they are shown in (B-frames): they jump back and forth. */
    outOfOrder: z.literal(true).optional(),
    /** How late its pictures come by their own clock, in ms: what it sends waits on the way. Absent if they are not late. */
    lagMs: z.number().positive().optional(),
  })
  .transform(({ source, ...state }) => ({ ...state, source: source ?? usualSource(state.kind) }));

/**
 * Data channels between the pages of a call. `files` is reliable and ordered; of `gaze`, where a viewer looks, only the
 * latest message counts.
 */
export const dataLabelSchema = z.enum(['files', 'gaze']);

const dataProducerStateSchema = z.object({ id: z.string(), label: dataLabelSchema });

/** How much of the other side's video a seat wants. */
export const videoWishSchema = z.object({
  /** `half`: its view shows no more than half of the width and height. Only available from a sender with two layers. */
  size: z.enum(['full', 'half']),
  /** Its person saves data: half the size if available, and at most `SAVED_BITRATE`. */
  saveData: z.boolean(),
  /**
   * It shows part of a sphere, and can render `detail` beside a smaller picture of the whole. Only available from a
   * sender that can cut its camera's picture. False for a page older than this.
   */
  detail: z.boolean().default(false),
});

export type VideoWish = z.infer<typeof videoWishSchema>;

/** Default for a seat that has not sent a wish. */
export const WHOLE_VIDEO: VideoWish = { size: 'full', saveData: false, detail: false };

/** 32 bytes, and a point on P-256 (65 bytes), in base64url. */
const [HASH, POINT] = [/^[\w-]{43}$/, /^[\w-]{87}$/];
/**
 * Data with which the other seat's page can encrypt end to end for this one. `proof`: proves to holders of the
 * invitation link that the key belongs to a seat of this room.
 *
 * `comparison`: random bytes of both seats, from which follow the pictures that people compare. The host's `commitment`
 * is a hash of its `nonce` (`app/call/encryption/comparison.ts`), which stays null until the guest's is known. The guest
 * repeats the commitment that its nonce answers. Null for a guest before its answer, and in older pages.
 */
export const seatEncryptionSchema = z.object({
  publicKey: z.string().regex(POINT),
  proof: z.string().regex(HASH).nullable(),
  comparison: z
    .object({ commitment: z.string().regex(HASH), nonce: z.string().regex(HASH).nullable() })
    .nullable()
    .default(null),
});

/** Recording of the call by the page of a seat: the other seat's person has been asked, or has agreed. */
const recordingSchema = z.enum(['off', 'asked', 'on']);

const seatStateSchema = z.object({
  /** False while the seat is kept for a dropped socket. */
  connected: z.boolean(),
  camera: cameraSchema.nullable(),
  producers: z.array(producerStateSchema),
  dataProducers: z.array(dataProducerStateSchema).default([]),
  /**
   * Codecs that its browser can encode and decode; null while it has no transport of that direction, or has not sent
   * them.
   */
  videoCodecs: z.object({ send: videoCodecsSchema.nullable(), receive: videoCodecsSchema.nullable() }),
  /** Null while it has no receive transport, or if its browser cannot encrypt. */
  encryption: seatEncryptionSchema.nullable().default(null),
  /** Its page can show a screen beside the camera. False while it has no receive transport. */
  takesScreen: z.boolean().default(false),
  videoWish: videoWishSchema.default(WHOLE_VIDEO),
  /** Ways in which the other person may direct this one. */
  controlModes: controlModesSchema.default([]),
  /** Its person has raised a hand. */
  handRaised: z.boolean().default(false),
  recording: recordingSchema.default('off'),
});

export const placeSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

/**
 * The whole state of a room, as sent to both seats. Times are durations in ms, counted from when it is sent: the clocks
 * of server and browser may differ, and change during a call.
 */
export const channelSchema = z.object({
  token: z.string(),
  status: channelStatusSchema,
  endReason: endReasonSchema.nullable(),
  endedBy: seatNameSchema.nullable(),
  /** Only one account may take the guest's seat, so there is no code to share. */
  reserved: z.boolean().optional(),
  /** Until the code expires, while no guest has entered; negative afterwards. */
  expiresInMs: z.number(),
  /** The host can have the code work for longer (`extendCode`). */
  extendable: z.boolean().default(false),
  /** A guest with the code is choosing their devices, and has not entered. */
  visited: z.boolean().default(false),
  /** A player that is no browser shows what the host sends. */
  watched: z.boolean().default(false),
  /** From when both sides' media was first ready until the end; null before. */
  lastedMs: z.number().nonnegative().nullable(),
  /** The host's location in degrees, if the host shares it and a guest has entered. */
  place: placeSchema.nullable().default(null),
  seats: z.object({ host: seatStateSchema.nullable(), guest: seatStateSchema.nullable() }),
  /** How long each seat has been recording; null while it is not. */
  recordedMs: z
    .object({ host: z.number().nonnegative().nullable(), guest: z.number().nonnegative().nullable() })
    .default({ host: null, guest: null }),
});

export type Channel = z.infer<typeof channelSchema>;
export type ChannelStatus = Channel['status'];
export type DataLabel = z.infer<typeof dataLabelSchema>;
export type DataProducerState = z.infer<typeof dataProducerStateSchema>;
export type EndReason = z.infer<typeof endReasonSchema>;
export type MediaKind = z.infer<typeof mediaKindSchema>;
export type ProducerState = z.infer<typeof producerStateSchema>;
export type SeatEncryption = z.infer<typeof seatEncryptionSchema>;
export type SeatName = z.infer<typeof seatNameSchema>;
export type SeatState = z.infer<typeof seatStateSchema>;
export type VideoCodec = z.infer<typeof videoCodecSchema>;
