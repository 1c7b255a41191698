import { lt } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { emailToken, knownDevice, rateLimit, session } from '#db/schema/index.ts';
import { DEVICE_KNOWN_S } from './log-in/known-devices.server.ts';

/** Deletes expired sessions, emailed links, devices not used for long and counts of rate limits. */
export const deleteExpired = defineJob({
  name: 'delete-expired',
  data: z.object({}),
  schedule: '17 * * * *',
  async run() {
    const now = new Date();
    await db.delete(session).where(lt(session.expiresAt, now));
    await db.delete(emailToken).where(lt(emailToken.expiresAt, now));
    await db
      .delete(knownDevice)
      .where(lt(knownDevice.lastSeenAt, new Date(now.getTime() - DEVICE_KNOWN_S * 1000)));
    await db.delete(rateLimit).where(lt(rateLimit.expire, now));
  },
});
