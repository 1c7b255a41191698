import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import { spend } from '#app/http/rate-limits.server.ts';
import { languageOfRecord } from '#app/i18n/language-records.ts';
import { localePath } from '#app/i18n/languages.ts';
import { db } from '#app/platform/database.server.ts';
import { type MailSubject, sendMail } from '#app/platform/mail.server.ts';
import { hashToken, newToken } from '#app/platform/token.server.ts';
import { inTransaction } from '#app/platform/transaction.server.ts';
import type { Transaction } from '#db/client.ts';
import { type EMAIL_TOKEN_PURPOSES, emailToken, user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

type Purpose = (typeof EMAIL_TOKEN_PURPOSES)[number];

const HOUR_MS = 60 * 60 * 1000;
const LINKS: Record<Purpose, { page: string; ttlMs: number }> = {
  VERIFY_EMAIL: { page: '/login/verify', ttlMs: 24 * HOUR_MS },
  CHANGE_EMAIL: { page: '/login/verify', ttlMs: 24 * HOUR_MS },
  RESET_PASSWORD: { page: '/login/reset', ttlMs: HOUR_MS },
};

export type Recipient = { id: string; username: string; email: string; language: string };

export const recipientFields = {
  id: user.id,
  username: user.username,
  email: user.email,
  language: user.language,
};

/**
 * Mails somebody a link. Earlier ones for the same purpose work no longer.
 * @param origin of the site, as in `https://panocall.example`
 * @throws ProtocolError RATE_LIMITED when the address got too many mails, whoever asked for them
 */
export async function mailLink(about: MailSubject, purpose: Purpose, to: Recipient, origin: string) {
  const { page, ttlMs } = LINKS[purpose];
  const token = newToken();
  await inTransaction(async (tx) => {
    await tx.delete(emailToken).where(lt(emailToken.expiresAt, new Date()));
    await tx.delete(emailToken).where(and(eq(emailToken.userId, to.id), eq(emailToken.purpose, purpose)));
    await tx.insert(emailToken).values({
      userId: to.id,
      purpose,
      email: to.email,
      tokenHash: hashToken(token),
      expiresAt: new Date(Date.now() + ttlMs),
    });
  });
  await mailPage(about, to, origin, `${page}/${token}`);
}

/** Mails somebody the address of a page. @param page without language prefix @throws as `mailLink` */
export async function mailPage(
  about: MailSubject,
  to: Recipient,
  origin: string,
  page: string,
): Promise<void> {
  await spend('mail', to.email.toLowerCase());
  const language = languageOfRecord(to.language);
  const link = origin + localePath(page, language);
  await sendMail({ to: to.email, language, about, values: { username: to.username, link } });
}

/** Both prove an address, the second one another than the account has. */
export const ADDRESS_PURPOSES = ['VERIFY_EMAIL', 'CHANGE_EMAIL'] as const;

const live = (token: string, purposes: readonly Purpose[]) =>
  and(
    eq(emailToken.tokenHash, hashToken(token)),
    inArray(emailToken.purpose, purposes),
    gt(emailToken.expiresAt, new Date()),
  );

export async function isLinkLive(token: string, purposes: readonly Purpose[]): Promise<boolean> {
  const rows = await db.select({ id: emailToken.id }).from(emailToken).where(live(token, purposes));
  return rows.length > 0;
}

/** Uses a link up: of several who do so at once, one gets it. @throws ProtocolError LINK_INVALID */
export async function consumeLink(
  tx: Transaction,
  token: string,
  purposes: readonly Purpose[],
): Promise<{ userId: string; email: string; purpose: Purpose }> {
  const [link] = await tx
    .delete(emailToken)
    .where(live(token, purposes))
    .returning({ userId: emailToken.userId, email: emailToken.email, purpose: emailToken.purpose });
  if (!link) throw new ProtocolError('LINK_INVALID');
  return link;
}
