import { and, eq, isNotNull } from 'drizzle-orm';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { customerUpdates } from '#app/marketplace/payments/customer-queue.server.ts';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { stripeCustomer, user } from '#db/schema/index.ts';
import { callStripe, isGone } from '../stripe/client.server.ts';
import { forgetCustomer } from './customer.server.ts';

/** Updates a customer at Stripe with the person's current name, email address and language. */
export const updateCustomer = defineJob({
  ...customerUpdates,
  async run({ userId }) {
    const [found] = await db
      .select({ stripeId: stripeCustomer.stripeId, account: user })
      .from(stripeCustomer)
      .innerJoin(user, and(eq(user.id, stripeCustomer.userId), isNotNull(user.emailVerifiedAt)))
      .where(eq(user.id, userId));
    if (!found?.stripeId) return;
    const { stripeId, account } = found;
    const { email, username: name, language } = account;
    try {
      await callStripe((stripe) =>
        stripe.customers.update(stripeId, {
          email,
          name,
          preferred_locales: [languageOfRecord(language)],
        }),
      );
    } catch (error) {
      if (!isGone(error, 'id')) throw error;
      await forgetCustomer(stripeId);
    }
  },
});
