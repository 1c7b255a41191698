import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { enqueueEmail } from '#app/platform/mail/email.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { credential, user } from '#db/schema/index.ts';
import { whereEmail } from './email-owners.server.ts';
import { accountEmail } from './send-account.email.server.ts';

/** At most this many accounts with the same unconfirmed address get a link each. */
const UNPROVED_MAX = 3;

/** A request to reset the password of the accounts with this address, if any: enqueues an email for each. */
export const passwordReset = defineJob({
  name: 'password-reset',
  data: z.object({ email: z.string(), origin: z.url() }),
  run: ({ email, origin }, attempt) =>
    inTransaction(async (tx) => {
      for (const holder of await holdersOf(tx, email)) {
        const passwordSetAt = holder.passwordSetAt?.toISOString() ?? null;
        const mail = {
          about: 'reset',
          userId: holder.id,
          email: holder.email,
          origin,
          passwordSetAt,
        } as const;
        // Another attempt of this job does not enqueue a second one.
        await enqueueEmail(tx, accountEmail, mail, [attempt.id, holder.id]);
      }
    }),
});

/**
 * The account that has confirmed the address, else those that merely claim it: only the address's owner gets
 * the link.
 */
async function holdersOf(tx: Transaction, email: string) {
  const holders = await tx
    .select({
      id: user.id,
      email: user.email,
      provedAt: user.emailVerifiedAt,
      passwordSetAt: credential.updatedAt,
    })
    .from(user)
    .leftJoin(credential, eq(credential.userId, user.id))
    // A suspended account gets no link, as none would work.
    .where(and(whereEmail(email), isNull(user.suspendedAt)))
    .orderBy(isNull(user.emailVerifiedAt))
    .limit(UNPROVED_MAX);
  const proved = holders.filter(({ provedAt }) => provedAt);
  return proved.length > 0 ? proved : holders;
}
