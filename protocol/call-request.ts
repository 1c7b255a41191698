import { z } from 'zod';
import { netOf } from './charge.ts';
import { priceSchema } from './errors.ts';
import { personSchema } from './person.ts';
import { roomCodeSchema } from './room-code.ts';

const parties = {
  id: z.uuid(),
  /** The other person: for the caller the one who is called, and the other way round. */
  other: personSchema.pick({ name: true, avatar: true, profile: true }),
};

/**
 * What a call costs and brings its streamer, after the site's share: a minute, and all of it if everything is delivered.
 * Amounts in the smallest unit.
 */
const paySchema = z.object({
  currency: z.string(),
  priceMinor: z.int().meta({ description: 'The price of a minute' }),
  minorPerMinute: z.int().meta({ description: "The streamer's part of it" }),
  minutes: z.int(),
  amount: z.int().meta({ description: 'The most that is charged' }),
  most: z.int().meta({ description: "The streamer's part of it" }),
});
export type Pay = z.infer<typeof paySchema>;

/** @param feeBps the site's share, in hundredths of a percent */
export const payOf = (priceMinor: number, minutes: number, currency: string, feeBps: number): Pay => ({
  ...{ currency, priceMinor, minutes },
  minorPerMinute: netOf(priceMinor, feeBps),
  amount: priceMinor * minutes,
  most: netOf(priceMinor * minutes, feeBps),
});

/** A request for a call to a streamer, or a free call by a link, before there is a room, as each side sees it. */
export const callRequestSchema = z.discriminatedUnion('status', [
  /** Only the caller sees this status: it rings once they have paid. */
  z.object({ ...parties, status: z.literal('PAYING') }),
  z.object({
    ...parties,
    status: z.literal('RINGING'),
    /** Time in ms until it expires; relative, as clocks differ. */
    leftMs: z.number().int().nonnegative(),
    /** Told to the streamer of a paid call. */
    pay: paySchema.optional(),
  }),
  z.object({
    ...parties,
    status: z.literal('ACCEPTED'),
    token: roomCodeSchema,
    /** Whether this side has been in the room. */
    entered: z.boolean(),
  }),
  /**
   * Not answered in time, cancelled by the caller, or the streamer is busy. FAILED: through no one's action. OVER: the call
   * was accepted, and has ended. `released`: told to the caller whose card had the amount reserved until then.
   */
  z.object({
    ...parties,
    status: z.enum(['REJECTED', 'EXPIRED', 'CANCELLED', 'BUSY', 'FAILED', 'OVER']),
    released: priceSchema.optional(),
  }),
]);

export type CallRequest = z.infer<typeof callRequestSchema>;
