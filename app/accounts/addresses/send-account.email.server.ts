import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { longMomentIn } from '#app/i18n/moments.ts';
import type { Attempt } from '#app/platform/jobs/job.server.ts';
import { defineEmail, type Letter } from '#app/platform/mail/email.server.ts';
import type { Database } from '#db/client.ts';
import { credential, user } from '#db/schema/index.ts';
import { openEndingLink, openLink } from './email-links.server.ts';
import { findEmailOwner, type Recipient, recipientFields } from './email-owners.server.ts';

const FACTOR_NOTICES = [
  'passkeyAdded',
  'passkeyRemoved',
  'totpAdded',
  'totpRemoved',
  'recoveryCodesMade',
  'recoveryCodeUsed',
] as const;

/** Notices about an account to its owner. */
export type AccountNotice =
  | 'passwordChanged'
  | 'newLogin'
  | 'keyAdded'
  | 'webhookAdded'
  | (typeof FACTOR_NOTICES)[number];

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
    'keyAdded',
    'webhookAdded',
    'suspended',
    'reinstated',
    'streamerAsked',
    'streamerGranted',
    'streamerRequested',
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
  /** For `verify`: path of this site to go back to afterwards, with its language. */
  back: z.string().optional(),
  /** Name of the API key, or address of the webhook, that a notice is about. */
  named: z.string().optional(),
  /** The login that a notice is about. */
  login: z
    .object({ sessionId: z.uuid(), device: z.string().nullable(), address: z.string(), at: z.iso.datetime() })
    .optional(),
});

export type Login = NonNullable<z.infer<typeof mailSchema>['login']>;

type AccountMail = z.infer<typeof mailSchema>;

type Facts = {
  /** The linked page. */
  page: string;
  /** Reason of a suspension. */
  reason?: string;
  /** Of an API key, or the address of a webhook. */
  named?: string;
  login?: Omit<Login, 'sessionId'>;
};

type AccountLetter = Letter<AccountMail['about'] | 'alreadyRegistered', Facts>;

/** An email to an account. When it is sent, `load` decides whether it is still due and creates its link. */
export const accountEmail = defineEmail({
  name: 'account',
  data: mailSchema,
  // Expiring links and warnings must not wait behind emails to many people.
  priority: 1,
  load,
  write: ({ facts: { page, reason = '', named = '', login } }: AccountLetter, { language }) => ({
    page,
    values: {
      reason,
      named,
      device: login?.device ?? '–',
      address: login?.address ?? '',
      when: login ? longMomentIn(Date.parse(login.at), 'UTC', language) : '',
    },
  }),
});

/** @throws ProtocolError RATE_LIMITED if the address got too many links, from all requests together */
async function load(mail: AccountMail, db: Database, attempt: Attempt): Promise<AccountLetter | null> {
  const { about, userId, email, origin, named, login } = mail;
  const [account] = await db
    .select({
      ...recipientFields,
      passwordSetAt: credential.updatedAt,
      suspensionReason: user.suspensionReason,
    })
    .from(user)
    .leftJoin(credential, eq(credential.userId, user.id))
    .where(eq(user.id, userId));
  if (!account) return null;
  const owner = await findEmailOwner(email);
  const hasNewPassword = mail.passwordSetAt !== (account.passwordSetAt?.toISOString() ?? null);
  const isTheirs = account.email === email;
  const to = { ...account, email };
  const letter = (facts: Facts): AccountLetter => ({ about, to, facts, origin });
  const withLink = async (purpose: Parameters<typeof openLink>[0], back?: string) => {
    const page = await openLink(purpose, userId, email, attempt.id);
    return letter({ page: back ? `${page}?${new URLSearchParams({ redirectTo: back })}` : page });
  };
  const withLimitedLink = async (purpose: Parameters<typeof openLink>[0], back?: string) => {
    // Counted before the link is created: a link that is not sent must not supersede earlier ones.
    if (attempt.isFirst) await spend('mail', email.toLowerCase());
    return withLink(purpose, back);
  };
  switch (about) {
    case 'welcome':
      // An address that another account has confirmed gets no links for this one.
      if (owner && owner.id !== userId) return toOwner(owner, origin, attempt);
      return !owner && isTheirs ? withLimitedLink('VERIFY_EMAIL') : null;
    case 'verify':
      return !owner && isTheirs ? withLimitedLink('VERIFY_EMAIL', mail.back) : null;
    case 'changeEmail':
      return (!owner || owner.id === userId) && !hasNewPassword && mail.replaces === account.email
        ? withLimitedLink('CHANGE_EMAIL')
        : null;
    case 'reset':
      return isTheirs && !hasNewPassword ? withLimitedLink('RESET_PASSWORD') : null;
    case 'invitation':
      return isTheirs && account.passwordSetAt === null ? withLink('INVITE') : null;
    case 'emailSet':
      return !owner && isTheirs ? withLink('VERIFY_EMAIL') : null;
    // Without a limit, which someone who takes over an account could use up to hide the takeover from its owner.
    case 'emailChanged':
    case 'emailReplaced':
      return letter({ page: '/contact-us' });
    case 'streamerAsked':
    case 'streamerGranted':
      return owner?.id === userId ? letter({ page: '/personal/profile' }) : null;
    case 'streamerRequested':
      return owner?.id === userId ? letter({ page: '/admin/subscription' }) : null;
    case 'passwordChanged':
      return letter({ page: '/login/reset' });
    case 'keyAdded':
    case 'webhookAdded':
      return letter({ page: '/personal/developer', named });
    case 'newLogin': {
      if (!login) return null;
      const ending = await openEndingLink(userId, login.sessionId, email, attempt.id);
      return letter({ page: ending ?? '/login/reset', login });
    }
    case 'suspended': {
      // The suspension may have been lifted or got another reason: the email states the current one.
      const reason = account.suspensionReason;
      return reason ? letter({ page: '/contact-us', reason }) : null;
    }
    case 'reinstated':
      return account.suspensionReason ? null : letter({ page: '/login' });
    default:
      return letter({ page: '/personal/account#second-factor' });
  }
}

/** Notice to the owner of an address with which someone else signed up. */
async function toOwner(owner: Recipient, origin: string, { isFirst }: Attempt): Promise<AccountLetter> {
  if (isFirst) await spend('signUpNotice', owner.email.toLowerCase());
  return { about: 'alreadyRegistered', to: owner, facts: { page: '/login/reset' }, origin };
}
