import { and, eq, inArray, or } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { channel, keyedRoom } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { endRoom, isLive } from './live-rooms.server.ts';

/** Ends the live rooms of a suspended account, and those its API keys created, for both sides. */
export const endRoomsOf = defineJob({
  name: 'end-rooms',
  data: z.object({ userId: z.uuid() }),
  async run({ userId }) {
    const made = db.select({ id: keyedRoom.channelId }).from(keyedRoom).where(eq(keyedRoom.userId, userId));
    const rooms = await db
      .select()
      .from(channel)
      .where(
        and(
          or(eq(channel.hostUserId, userId), eq(channel.guestUserId, userId), inArray(channel.id, made)),
          inArray(channel.status, ['CREATED', 'REQUESTED', 'STARTED']),
        ),
      );
    await Promise.all(rooms.filter(isLive).map(({ id }) => endRoom(id, 'program'))).catch(toBeRetried);
  },
});

/** Makes a refusal retryable: a ProtocolError would end the job. */
function toBeRetried(error: unknown): never {
  throw error instanceof ProtocolError ? new Error(`a room did not end: ${error.code}`) : error;
}
