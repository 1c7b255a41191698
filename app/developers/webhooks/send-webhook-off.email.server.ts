import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { localePath } from '#app/i18n/languages.ts';
import { db } from '#app/platform/database.server.ts';
import { defineJob } from '#app/platform/jobs/job.server.ts';
import { mailSite, sendMail } from '#app/platform/mail/mail.server.ts';
import { user, webhook } from '#db/schema/index.ts';

/** Emails the owner of a webhook that it was switched off, unless it is on again. */
export const webhookOffMail = defineJob({
  name: 'webhook-off-email',
  data: z.object({ webhookId: z.uuid() }),
  async run({ webhookId }, { id }) {
    const [found] = await db
      .select({ account: user, url: webhook.url })
      .from(webhook)
      .innerJoin(user, and(eq(user.id, webhook.userId), isNotNull(user.emailVerifiedAt)))
      .where(and(eq(webhook.id, webhookId), eq(webhook.enabled, false)));
    if (!found) return;
    const { account, url } = found;
    const language = languageOfRecord(account.language);
    await sendMail({
      id,
      to: account.email,
      language,
      about: 'webhookOff',
      values: {
        username: account.username,
        host: new URL(url).host,
        link: mailSite.origin + localePath(`/personal/developer/${webhookId}`, language),
      },
    });
  },
});
