import { db } from '../database.server.ts';
import { type Attempt, defineJob } from '../jobs/job.server.ts';
import { currentParameters } from '../parameters.server.ts';
import { emailQueue, type Sendable } from './email.server.ts';
import { mailSite, sendMail } from './mail.server.ts';

/** The job that sends the emails of the queue. @param all every definition */
export const sendEmails = (all: readonly Sendable[]) =>
  defineJob({
    ...emailQueue,
    concurrency: 8,
    run({ email, data }, attempt) {
      const definition = all.find(({ name }) => name === email);
      // Not a permanent failure: during an update this process may be older than the one that enqueued the email.
      if (!definition) throw new Error(`There is no email ${email}`);
      return sendEmail(definition, data, attempt);
    },
  });

/**
 * Sends an email, unless it is moot.
 * @throws as the definition's `load` and `sendMail`
 */
export async function sendEmail(email: Sendable, data: unknown, attempt: Attempt): Promise<void> {
  await currentParameters();
  const written = await email.prepare(data, { db, origin: mailSite.origin }, attempt);
  if (written) await sendMail({ id: attempt.id, ...written });
}
