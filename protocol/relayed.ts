import { z } from 'zod';
import type { ControlMode } from './control-modes.ts';
import { showHidden } from './hidden-characters.ts';
import { MAX_CALL_NAME_LENGTH, MAX_FILE_BYTES, MAX_SEALED_LENGTH, MAX_TEXT_LENGTH } from './limits.ts';

const directionSchema = z.enum(['up', 'down', 'left', 'right']);
const spokenSchema = z.enum([...directionSchema.options, 'stop']);

/** A file that its sender's page has: the other page gets it over the data channel `files`. `size` in bytes. */
export const fileSchema = z.object({
  name: z.string().min(1).max(255).overwrite(showHidden),
  size: z.number().int().min(1).max(MAX_FILE_BYTES),
  type: z.string().max(127),
});
/**
 * @property sentAt by the sender's clock, in ms since 1970: only to be shown
 * @property file what the message is about, besides the text, which has its name
 */
const messageSchema = z.object({
  id: z.uuid(),
  text: z.string().min(1).max(MAX_TEXT_LENGTH),
  sentAt: z.number().int().nonnegative(),
  file: fileSchema.optional(),
});
/**
 * A place that its sender shows the other person, in degrees: `yaw` positive to the right of the camera's front, `pitch`
 * positive up. `picture`: which camera sees it, the sender's or the other one's.
 */
const lookHereSchema = z.object({
  picture: z.enum(['mine', 'yours']),
  yaw: z.number().min(-180).max(180),
  pitch: z.number().min(-90).max(90),
});
/** What a person without an account calls themselves in this call. */
export const callNameSchema = z.string().trim().min(1).max(MAX_CALL_NAME_LENGTH).overwrite(showHidden);

/** @param mode the control mode that the receiving seat must offer; null: none */
const relay = <T extends z.ZodType>(data: T, mode: ControlMode | null = null) => ({
  data,
  response: z.object({}),
  mode,
});

/**
 * Messages from the page of one seat to that of the other; either may send them. Between pages that encrypt they are in
 * `sealed`. A page ignores those of a control mode that its own person does not offer.
 */
export const pageMessages = {
  /**
   * A direction key of the viewer, pressed or released. While it is held it is sent again every `PAD_RENEWAL_MS`; without
   * that it is released after `PAD_RELEASE_MS`.
   */
  padChannel: relay(z.object({ direction: directionSchema, pressed: z.boolean() }), 'PAD'),
  /** A direction that the viewer has said aloud; `stop` ends the one before. `up` is forward, `down` back. */
  voiceDirection: relay(z.object({ direction: spokenSchema }), 'VOICE'),
  /**
   * A text for the other seat. The response says only that its socket seemed to be there: it has it once it has answered
   * `messageReceived`. Until then the text is sent again, and shown once.
   */
  message: relay(messageSchema),
  messageReceived: relay(messageSchema.pick({ id: true })),
  lookHere: relay(lookHereSchema),
  /** This side saves a picture of the other one's camera, or all of it. */
  pictureSaved: relay(z.object({})),
  /** The name of a person without an account, for this call only. Sent whenever the other page has come or come back. */
  nameTold: relay(z.object({ name: callNameSchema })),
} as const;

/**
 * What the media server passes on unchanged: each is a request and an event of the same name. WRONG_STATE while the sender
 * is not seated, or the other seat is empty, is away or does not offer the message's control mode.
 */
export const relayed = {
  ...pageMessages,
  /** A `PageMessage` in JSON, encrypted (`app/call/encryption/data-cipher.ts`) and in base64url. */
  sealed: relay(z.object({ data: z.base64url().max(MAX_SEALED_LENGTH) })),
} as const;

export type RelayedName = keyof typeof relayed;
export type RelayedData<N extends RelayedName> = z.infer<(typeof relayed)[N]['data']>;
export type PageMessageName = keyof typeof pageMessages;
export type PageMessage = z.infer<typeof pageMessageSchema>;
export type Direction = z.infer<typeof directionSchema>;
export type Spoken = z.infer<typeof spokenSchema>;

const named = <N extends PageMessageName>(name: N) =>
  z.object({ name: z.literal(name), data: pageMessages[name].data });

export const pageMessageSchema = z.discriminatedUnion('name', [
  named('padChannel'),
  named('voiceDirection'),
  named('message'),
  named('messageReceived'),
  named('lookHere'),
  named('pictureSaved'),
  named('nameTold'),
]);

export function isRelayedName(name: string): name is RelayedName {
  return Object.hasOwn(relayed, name);
}

export function isPageMessageName(name: string): name is PageMessageName {
  return Object.hasOwn(pageMessages, name);
}
