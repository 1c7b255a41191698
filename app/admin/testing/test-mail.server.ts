import { randomUUID } from 'node:crypto';
import { currentUser } from '#app/accounts/sessions/current-user.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { recordOf } from '#app/i18n/language-records.ts';
import type { Language } from '#app/i18n/languages.ts';
import { logger } from '#app/platform/log.server.ts';
import { sendEmail } from '#app/platform/mail/email.job.server.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { testEmail } from './send-test.email.server.ts';

/** Outcome of the test email. */
export type MailResult = { sentTo: string } | { failed: 'mailFailed' | 'mailTooMany' };

/** Sends a test email, not as a job, so that the result says whether the mail server accepted it. */
export async function sendTestMail(userId: string, language: Language, origin: string): Promise<MailResult> {
  const { email, username } = await currentUser(userId);
  const to = String(email);
  try {
    await spend('mail', to);
    const mail = { username: String(username), email: to, language: recordOf(language), origin };
    await sendEmail(testEmail, mail, { id: randomUUID(), isFirst: true });
    return { sentTo: to };
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'RATE_LIMITED') return { failed: 'mailTooMany' };
    logger.error({ err: error }, 'the test mail was not taken');
    return { failed: 'mailFailed' };
  }
}
