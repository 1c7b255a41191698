import { z } from 'zod';
import { personSchema } from './person.ts';
import { roomCodeSchema } from './room-code.ts';

const parties = {
  id: z.uuid(),
  /** The streamer who is called, or to them the person who calls. */
  other: personSchema.pick({ name: true, avatar: true, profile: true }),
};

/** A call to a streamer, before there is a room, as either side is told of it. */
export const callRequestSchema = z.discriminatedUnion('status', [
  /** For whoever calls alone: it rings once they have paid. */
  z.object({ ...parties, status: z.literal('PAYING') }),
  z.object({
    ...parties,
    status: z.literal('RINGING'),
    /** Until it expires: clocks differ. */
    leftMs: z.number().int().nonnegative(),
  }),
  z.object({
    ...parties,
    status: z.literal('ACCEPTED'),
    token: roomCodeSchema,
    /** Whether this side has been in the room. */
    entered: z.boolean(),
  }),
  /** Not answered in time, withdrawn by whoever called, or the streamer cannot be called now. FAILED: for no one's doing. */
  z.object({ ...parties, status: z.enum(['REJECTED', 'EXPIRED', 'CANCELLED', 'BUSY', 'FAILED']) }),
]);

export type CallRequest = z.infer<typeof callRequestSchema>;
