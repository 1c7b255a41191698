import { and, asc, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { totp } from '#db/schema/index.ts';
import { isRotating, isSealedWithNewest, seal, unseal } from './sealed.server.ts';

/** Rows read at a time. */
const BATCH = 500;
/** Sorts before every other id. */
const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Re-encrypts the secrets of authenticator apps with the newer of two valid COOKIE_SECRETs, so that the older can be
 * removed.
 */
export const resealTotp = defineJob({
  name: 'totp-reseal',
  data: z.object({}),
  // Also runs at each start of the web server. A server that still used the older secret first may have sealed some
  // since.
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
        const secret = isSealedWithNewest(sealed, userId) ? null : unseal(sealed, userId);
        if (secret === null) continue;
        // The owner may have set up another app meanwhile.
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
