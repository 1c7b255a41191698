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
    /** The definition's name. */
    email: z.string(),
    /** By the definition's schema. */
    data: z.record(z.string(), z.unknown()),
  }),
});

type Schema = z.ZodType<Record<string, unknown>, Record<string, unknown>>;

/**
 * What it takes to enqueue an email. It is exported apart from the definition, `defineEmail({ ...KIND, … })`, where what
 * enqueues it may not import what the definition needs.
 */
export type EmailKind<S extends Schema> = {
  /** Renaming it fails the waiting emails. */
  name: string;
  data: S;
  /** Emails of a higher priority are sent before others that wait. Default: 0 */
  priority?: number;
};

/** What an email is about, and to whom: all that is read from the database. */
export type Letter<About extends MailSubject, Facts> = {
  about: About;
  /** `language` as in rows: `SPANISH`. Answers to messages address no one by name. */
  to: { email: string; language: string; username?: string };
  facts: Facts;
  /** Where links lead, e.g. `https://panocall.example`, if a request has caused the email. Default: the site's origin. */
  origin?: string;
};

/** What writing an email takes. */
export type Writer = {
  language: Language;
  t: Translate<'mail'>;
  /** The address of a page. @param path without a language's prefix */
  link(path: string): string;
};

/** What the texts say, besides `{{username}}`. */
type Content = {
  /** Where `{{link}}` leads: a path without a language's prefix. */
  page?: string;
  values?: MessageValues;
  calendar?: Calendar | undefined;
};

/** An appointment for the reader's calendar, as iCalendar text. */
type Calendar = { method: 'REQUEST' | 'CANCEL'; content: string };

/** An email as `sendMail` takes it, but for its id. */
export type Written = Message & { to: string; calendar?: Calendar | undefined };

type Definition<S extends Schema, About extends MailSubject, Facts> = EmailKind<S> & {
  /**
   * Reads what the email says; null if it is moot by now. Called in each attempt to send it.
   * @throws ProtocolError if it may not be sent
   */
  load(data: z.output<S>, db: Database, attempt: Attempt): Promise<Letter<About, Facts> | null>;
  /** Puts it into words, in either language. */
  write(letter: Letter<About, Facts>, writer: Writer): Content;
};

/** An email, or a family of them that are read and written alike, as its queue sees it. */
export type Sendable = {
  name: string;
  /**
   * @param stored by its schema
   * @returns null if the email is moot by now
   * @throws PermanentFailure if the data do not match the schema; as `load`
   */
  prepare(stored: unknown, at: { db: Database; origin: string }, attempt: Attempt): Promise<Written | null>;
};

export type Email<S extends Schema, About extends MailSubject, Facts> = EmailKind<S> &
  Sendable & {
    /** @param origin the site's */
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
 * Enqueues an email, which is sent once the transaction has been committed.
 * @param once what makes it the same email: of those with the same parts, one is sent. Without, each is
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
