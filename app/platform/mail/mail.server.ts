import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import nodemailer from 'nodemailer';
import { env } from '../env.server.ts';
import { PermanentFailure } from '../jobs/job.server.ts';
import { logger } from '../log.server.ts';
import type { Written } from './email.server.ts';
import { render } from './render.server.ts';
import { mailSender, operatorLines } from './sender.server.ts';

export type Mail = Written & {
  /** Part of the Message-ID: the same in every attempt, so that mail servers can recognise duplicates. */
  id: string;
};

const transport = env.SMTP_URL ? nodemailer.createTransport(env.SMTP_URL) : null;

/** The site's URL, for emails that no request caused. */
export const mailSite = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`);

/**
 * Sends an email, or stores its text in MAIL_FOLDER if no mail server is configured.
 * @throws PermanentFailure if the mail server rejects it for good; Error if it cannot be sent now
 */
export async function sendMail({ id, to, calendar, ...message }: Mail): Promise<void> {
  const { subject, text, html } = render(message, mailSite.origin, operatorLines());
  const messageId = `<${id}@${mailSite.hostname}>`;
  const from = mailSender();
  if (transport) {
    const icalEvent = calendar && { ...calendar, filename: 'booking.ics' };
    const mail = { messageId, from, to: { name: '', address: to } };
    await transport.sendMail({ ...mail, subject, text, html, icalEvent }).catch(rejected);
  } else {
    const head = `Message-ID: ${messageId}\nFrom: ${from.name} <${from.address}>\nTo: ${to}\nSubject: ${subject}`;
    await keep(`${head}\n\n${text}${calendar ? `\n${calendar.content}\n` : ''}`);
  }
}

/** A 5xx reply is final (RFC 5321, section 4.2.1). */
function rejected(error: unknown): never {
  const reply = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined;
  if (typeof reply === 'number' && reply >= 500) throw new PermanentFailure(String(error), { cause: error });
  throw error;
}

/**
 * Stores an email, for development. Emails contain links that grant access to accounts, so only the process's user may
 * read them.
 */
async function keep(mail: string): Promise<void> {
  const folder = resolve(env.MAIL_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}.txt`;
  await writeFile(join(folder, name), mail, { mode: 0o600 });
  logger.info({ file: join(folder, name) }, 'email written to a file, because SMTP_URL is not set');
}
