import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { defineEmail, type Letter } from '#app/platform/mail/email.server.ts';
import { user, webhook } from '#db/schema/index.ts';

/** Emails the owner of a webhook that it was switched off, unless it is on again. */
export const webhookOffEmail = defineEmail({
  name: 'webhook-off',
  data: z.object({ webhookId: z.uuid() }),
  async load({ webhookId }, db) {
    const [found] = await db
      .select({
        to: { email: user.email, username: user.username, language: user.language },
        url: webhook.url,
      })
      .from(webhook)
      .innerJoin(user, and(eq(user.id, webhook.userId), isNotNull(user.emailVerifiedAt)))
      .where(and(eq(webhook.id, webhookId), eq(webhook.enabled, false)));
    if (!found) return null;
    const { to, url } = found;
    return { about: 'webhookOff', to, facts: { webhookId, url } };
  },
  write: ({ facts: { webhookId, url } }: Letter<'webhookOff', { webhookId: string; url: string }>) => ({
    page: `/personal/developer/${webhookId}`,
    values: { host: new URL(url).host },
  }),
});
