import { db } from '../database.server.ts';
import { type Attempt, defineJob } from '../jobs/job.server.ts';
import { emailQueue, type Sendable } from './email.server.ts';
import { mailSite, sendMail } from './mail.server.ts';

/** Sends what the queue of emails holds. @param all every definition */
export const sendEmails = (all: readonly Sendable[]) =>
  defineJob({
    ...emailQueue,
    concurrency: 8,
    run({ email, data }, attempt) {
      const definition = all.find(({ name }) => name === email);
      // Retried: during an update this process may be older than the one that enqueued it.
      if (!definition) throw new Error(`There is no email ${email}`);
      return sendEmail(definition, data, attempt);
    },
  });

/**
 * Sends an email, unless it is moot.
 * @throws as its definition and `sendMail` do
 */
export async function sendEmail(email: Sendable, data: unknown, attempt: Attempt): Promise<void> {
  const written = await email.prepare(data, { db, origin: mailSite.origin }, attempt);
  if (written) await sendMail({ id: attempt.id, ...written });
}
