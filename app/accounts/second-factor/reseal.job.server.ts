import { and, asc, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { totp } from '#db/schema/index.ts';
import { isRotating, isSealedAnew, seal, unseal } from './sealed.server.ts';

/** Rows that are read at a time. */
const BATCH = 500;
/** Before every other id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** While two COOKIE_SECRETs are valid: seals the secrets of authenticator apps with the newer one, so that the older can go. */
export const resealTotp = defineJob({
  name: 'totp-reseal',
  data: z.object({}),
  // Beside each start of the web server: one that still had the older one first may have sealed some since.
  schedule: '33 * * * *',
  async run() {
    if (!isRotating) return;
    let resealed = 0;
    for (let after = NIL, isMore = true; isMore; ) {
      const rows = await db
        .select({ userId: totp.userId, sealed: totp.secret })
        .from(totp)
        .where(gt(totp.userId, after))
        .orderBy(asc(totp.userId))
        .limit(BATCH);
      for (const { userId, sealed } of rows) {
        const secret = isSealedAnew(sealed, userId) ? null : unseal(sealed, userId);
        if (secret === null) continue;
        // Unless its owner has set up another app meanwhile.
        const same = and(eq(totp.userId, userId), eq(totp.secret, sealed));
        await db
          .update(totp)
          .set({ secret: seal(secret, userId) })
          .where(same);
        resealed++;
      }
      after = rows.at(-1)?.userId ?? after;
      isMore = rows.length === BATCH;
    }
    logger.info({ resealed }, 'every authenticator app is sealed with the first COOKIE_SECRET');
  },
});
