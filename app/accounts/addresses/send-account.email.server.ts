import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { localePath } from '#app/i18n/languages.ts';
import { longTime } from '#app/i18n/long-date.ts';
import type { MessageValues } from '#app/i18n/translate.ts';
import { db } from '#app/platform/database.server.ts';
import { type Attempt, defineJob, enqueue } from '#app/platform/jobs/job.server.ts';
import { type MailSubject, sendMail } from '#app/platform/mail/mail.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { credential, user } from '#db/schema/index.ts';
import { openEndingLink, openLink } from './email-links.server.ts';
import { findEmailOwner, hasEmail, type Recipient, recipientFields } from './email-owners.server.ts';

/** At most this many accounts with the same unconfirmed address get a link each. */
const UNPROVED_MAX = 3;

const FACTOR_NOTICES = [
  'passkeyAdded',
  'passkeyRemoved',
  'totpAdded',
  'totpRemoved',
  'recoveryCodesMade',
  'recoveryCodeUsed',
] as const;

/** What an account's owner is told about it. */
export type AccountNotice = 'passwordChanged' | 'newLogin' | (typeof FACTOR_NOTICES)[number];

const mailSchema = z.object({
  about: z.enum([
    'welcome',
    'verify',
    'changeEmail',
    'reset',
    'emailChanged',
    'emailReplaced',
    'emailSet',
    'passwordChanged',
    'invitation',
    'newLogin',
    ...FACTOR_NOTICES,
    'suspended',
    'reinstated',
    'streamerAsked',
    'streamerGranted',
  ]),
  userId: z.uuid(),
  /** The recipient's address. */
  email: z.string(),
  /** The site's origin, e.g. `https://panocall.example`. */
  origin: z.url(),
  /** When the password current at the time of the request was set: a newer password voids the link. */
  passwordSetAt: z.iso.datetime().nullish(),
  /** The account's address at the time of the request: another one since then voids the link to a new address. */
  replaces: z.string().optional(),
  /** The login that the email is about. */
  login: z
    .object({ sessionId: z.uuid(), device: z.string().nullable(), address: z.string(), at: z.iso.datetime() })
    .optional(),
});

export type Login = NonNullable<z.infer<typeof mailSchema>['login']>;

/** An email to an account. Whether it is still due is decided when it is sent; its link is created then. */
export const accountMail = defineJob({
  name: 'account-email',
  data: mailSchema,
  concurrency: 4,
  run: sendAccountMail,
});

/** @throws ProtocolError RATE_LIMITED when the address got too many links, whoever requested them */
async function sendAccountMail(mail: z.infer<typeof mailSchema>, attempt: Attempt): Promise<void> {
  const { about, userId, email, origin } = mail;
  const [account] = await db
    .select({
      ...recipientFields,
      passwordSetAt: credential.updatedAt,
      suspensionReason: user.suspensionReason,
    })
    .from(user)
    .leftJoin(credential, eq(credential.userId, user.id))
    .where(eq(user.id, userId));
  if (!account) return;
  const owner = await findEmailOwner(email);
  const hasNewPassword = mail.passwordSetAt !== (account.passwordSetAt?.toISOString() ?? null);
  const to = { ...account, email };
  const sendLink = async (purpose: Parameters<typeof openLink>[0]) => {
    // Spent before there is a link: one that is not sent must not supersede those that were.
    if (attempt.isFirst) await spend('mail', email.toLowerCase());
    await send(about, to, await openLink(purpose, userId, email, attempt.id), origin, attempt.id);
  };
  switch (about) {
    case 'welcome':
    case 'verify':
      // An address that another account has confirmed gets no links for this one.
      if (about === 'welcome' && owner && owner.id !== userId) {
        if (attempt.isFirst) await spend('signUpNotice', owner.email.toLowerCase());
        await send('alreadyRegistered', owner, '/login/reset', origin, attempt.id);
      }
      if (!owner && account.email === email) await sendLink('VERIFY_EMAIL');
      break;
    case 'changeEmail':
      if ((!owner || owner.id === userId) && !hasNewPassword && mail.replaces === account.email)
        await sendLink('CHANGE_EMAIL');
      break;
    case 'reset':
      if (account.email === email && !hasNewPassword) await sendLink('RESET_PASSWORD');
      break;
    case 'invitation':
      if (account.email === email && account.passwordSetAt === null)
        await send(about, to, await openLink('INVITE', userId, email, attempt.id), origin, attempt.id);
      break;
    case 'emailSet':
      if (!owner && account.email === email)
        await send(about, to, await openLink('VERIFY_EMAIL', userId, email, attempt.id), origin, attempt.id);
      break;
    // Without a limit: whoever takes over an account could use it up to keep its owner from knowing.
    case 'emailChanged':
    case 'emailReplaced':
      await send(about, to, '/contact-us', origin, attempt.id);
      break;
    case 'streamerAsked':
    case 'streamerGranted':
      if (owner?.id === userId) await send(about, to, '/personal/profile', origin, attempt.id);
      break;
    case 'passwordChanged':
      await send(about, to, '/login/reset', origin, attempt.id);
      break;
    case 'newLogin':
      if (mail.login) await sendNewLogin(mail.login, to, origin, attempt.id);
      break;
    case 'suspended':
      // Lifted, or with another reason, since then: the email says what is so now.
      if (account.suspensionReason)
        await send(about, to, '/contact-us', origin, attempt.id, { reason: account.suspensionReason });
      break;
    case 'reinstated':
      if (!account.suspensionReason) await send(about, to, '/login', origin, attempt.id);
      break;
    default:
      await send(about, to, '/personal/account#second-factor', origin, attempt.id);
  }
}

async function sendNewLogin(login: Login, to: Recipient, origin: string, jobId: string): Promise<void> {
  const { sessionId, device, address, at } = login;
  const language = languageOfRecord(to.language);
  const ending = await openEndingLink(to.id, sessionId, to.email, jobId);
  await send('newLogin', to, ending ?? '/login/reset', origin, jobId, {
    device: device ?? '–',
    address,
    when: `${longTime(language).format(new Date(at))} UTC`,
  });
}

/**
 * Sends an email with a link to a page.
 * @param page path without language prefix
 * @param id the job's
 * @param also what the text says besides the name and the link
 */
async function send(
  about: MailSubject,
  to: Omit<Recipient, 'id'>,
  page: string,
  origin: string,
  id: string,
  also: MessageValues = {},
) {
  const language = languageOfRecord(to.language);
  const values = { ...also, username: to.username, link: origin + localePath(page, language) };
  await sendMail({ id, to: to.email, language, about, values });
}

/** The last email to an account: it is gone by then, so the job has all that the email says. */
export const goodbyeMail = defineJob({
  name: 'goodbye-email',
  data: z.object({ username: z.string(), email: z.string(), language: z.string(), origin: z.url() }),
  run: ({ origin, ...account }, { id }) => send('goodbye', account, '/contact-us', origin, id),
});

/** A request to reset the password of the accounts with this address, if any: enqueues an email for each. */
export const passwordReset = defineJob({
  name: 'password-reset',
  data: mailSchema.pick({ email: true, origin: true }),
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
        // Derived from this job and the account, so that another attempt does not enqueue a second one.
        const id = createHash('sha256').update(`${attempt.id} ${holder.id}`).digest('hex').slice(0, 32);
        await enqueue(tx, accountMail, mail, { id });
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
    .where(and(hasEmail(email), isNull(user.suspendedAt)))
    .orderBy(isNull(user.emailVerifiedAt))
    .limit(UNPROVED_MAX);
  const proved = holders.filter(({ provedAt }) => provedAt);
  return proved.length > 0 ? proved : holders;
}
