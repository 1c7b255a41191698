import { lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { currentParameters } from '#app/platform/parameters.server.ts';
import { audit, emailToken, rateLimit, session } from '#db/schema/index.ts';

/** Deletes expired sessions, emailed links, counts of rate limits and entries of the audit trail. */
export const deleteExpired = defineJob({
  name: 'delete-expired',
  data: z.object({}),
  schedule: '17 * * * *',
  async run() {
    const now = new Date();
    await db.delete(session).where(lt(session.expiresAt, now));
    await db.delete(emailToken).where(lt(emailToken.expiresAt, now));
    await db.delete(rateLimit).where(lt(rateLimit.expire, now));
    const days = (await currentParameters()).number('audit-days');
    // By the clock of the database, like the trigger that refuses to delete younger ones.
    await db.delete(audit).where(lt(audit.createdAt, sql`now() - ${days} * interval '1 day'`));
  },
});
