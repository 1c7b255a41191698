import { createHash } from 'node:crypto';
import { z } from 'zod';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { type Language, localePath } from '#app/i18n/languages.ts';
import type { MessageValues, Translate } from '#app/i18n/translate.ts';
import type { Database, Transaction } from '#db/client.ts';
import { type Attempt, defineQueue, enqueue, PermanentFailure } from '../jobs/job.server.ts';
import type { Message } from './render.server.ts';
import { type MailSubject, mailTexts } from './texts.server.ts';

/** The queue of every email. */
export const emailQueue = defineQueue({
  name: 'email-send',
  data: z.object({
    /** Name of the definition. */
    email: z.string(),
    /** Data in the form of the definition's schema. */
    data: z.record(z.string(), z.unknown()),
  }),
});

type Schema = z.ZodType<Record<string, unknown>, Record<string, unknown>>;

/**
 * The part of a definition that enqueuing needs. Export it separately, `defineEmail({ ...KIND, … })`, where the code
 * that enqueues must not import the rest of the definition.
 */
export type EmailKind<S extends Schema> = {
  /** Renaming makes the waiting emails fail. */
  name: string;
  data: S;
  /** Emails of a higher priority are sent first. Default: 0 */
  priority?: number;
};

/** The subject and recipient of an email, and the facts read from the database. */
export type Letter<About extends MailSubject, Facts> = {
  about: About;
  /** `language` as in rows: `SPANISH`. Without `username` the email addresses no one by name. */
  to: { email: string; language: string; username?: string };
  facts: Facts;
  /** Origin of links, e.g. `https://panocall.example`, if a request caused the email. Default: the site's origin. */
  origin?: string;
};

/** Tools for writing an email in the recipient's language. */
export type Writer = {
  language: Language;
  t: Translate<'mail'>;
  /** URL of a page. @param path without a language's prefix */
  link(path: string): string;
};

/** The values of the texts, besides `{{username}}`. */
type Content = {
  /** Target of `{{link}}`: a path without a language's prefix. */
  page?: string;
  values?: MessageValues;
  calendar?: Calendar | undefined;
};

/** An appointment for the reader's calendar, as iCalendar text. */
type Calendar = { method: 'REQUEST' | 'CANCEL'; content: string };

/** An email for `sendMail`, which adds its id. */
export type Written = Message & { to: string; calendar?: Calendar | undefined };

type Definition<S extends Schema, About extends MailSubject, Facts> = EmailKind<S> & {
  /**
   * Reads the facts of an email; returns null if it is moot. Called in each attempt to send it.
   * @throws ProtocolError if it may not be sent
   */
  load(data: z.output<S>, db: Database, attempt: Attempt): Promise<Letter<About, Facts> | null>;
  /** Returns the values of the email's texts, in the writer's language. */
  write(letter: Letter<About, Facts>, writer: Writer): Content;
};

/** An email, or a family of emails with the same reading and writing, as the queue needs it. */
export type Sendable = {
  name: string;
  /**
   * @param stored the queued data
   * @returns null if the email is moot
   * @throws PermanentFailure if the data do not match the schema; as `load`
   */
  prepare(stored: unknown, at: { db: Database; origin: string }, attempt: Attempt): Promise<Written | null>;
};

export type Email<S extends Schema, About extends MailSubject, Facts> = EmailKind<S> &
  Sendable & {
    /** @param origin the site's origin */
    compose(letter: Letter<About, Facts>, origin: string): Written;
  };

export function defineEmail<S extends Schema, About extends MailSubject, Facts>({
  name,
  data,
  priority,
  load,
  write,
}: Definition<S, About, Facts>): Email<S, About, Facts> {
  const compose: Email<S, About, Facts>['compose'] = (letter, site) => {
    const { about, to, origin = site } = letter;
    const language = languageOfRecord(to.language);
    const link = (path: string) => origin + localePath(path, language);
    const { page, values, calendar } = write(letter, { language, t: mailTexts[language], link });
    return {
      to: to.email,
      language,
      about,
      values: {
        ...values,
        ...(to.username !== undefined && { username: to.username }),
        ...(page !== undefined && { link: link(page) }),
      },
      calendar,
    };
  };
  return {
    name,
    data,
    ...(priority !== undefined && { priority }),
    compose,
    async prepare(stored, { db, origin }, attempt) {
      const { success, data: value, error } = data.safeParse(stored);
      if (!success) throw new PermanentFailure('The data do not match the schema', { cause: error });
      const letter = await load(value, db, attempt);
      return letter && compose(letter, origin);
    },
  };
}

/**
 * Enqueues an email, which is sent after the transaction has committed.
 * @param once parts of an id: emails with the same parts are sent once. Default: each is sent
 * @throws ZodError if the data do not match the schema
 */
export async function enqueueEmail<S extends Schema>(
  db: Database | Transaction,
  { name, data: schema, priority = 0 }: EmailKind<S>,
  data: z.input<S>,
  once?: readonly string[],
): Promise<void> {
  const id =
    once &&
    createHash('sha256')
      .update([name, ...once].join(' '))
      .digest('hex')
      .slice(0, 32);
  await enqueue(db, emailQueue, { email: name, data: schema.parse(data) }, { id, priority });
}
