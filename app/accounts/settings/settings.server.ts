import { z } from 'zod';
import { updateRow } from '#app/entities/crud/crud.server.ts';
import { userEntity } from '#app/entities/user/descriptor.server.ts';
import { siteLanguage } from '#app/entities/user/schema.ts';
import { textOf, versionOf } from '#app/forms/forms.server.ts';
import { spend } from '#app/http/limits/rate-limits.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireConfirmed } from '#app/http/viewers/confirmation.ts';
import { serializeSession } from '#app/http/viewers/credentials.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { feesIn } from '#app/marketplace/bookings/ending-costs.server.ts';
import { invalidData, ProtocolError } from '#protocol/errors.ts';
import type { LanguageRecord } from '#protocol/language-table.ts';
import { requestVerification } from '../addresses/email-proof.server.ts';
import { confirmedBy, namingPassword } from '../passwords/confirmation.server.ts';
import { changePassword } from '../passwords/password-change.server.ts';
import { changeEmailSchema, changePasswordSchema } from '../schemas.ts';
import { currentUser } from '../sessions/current-user.server.ts';
import { endOtherSessions, endSession } from '../sessions/sessions.server.ts';
import { deleteAccount } from './deletion.server.ts';
import { cancelEmailChange, requestEmailChange } from './email-change.server.ts';

const accountSchema = z.object({
  username: z.string(),
  urlname: z.string(),
  email: z.string(),
  emailVerifiedAt: z.date().nullable(),
  language: z.string(),
  version: z.number(),
});

/** Reads the contents of the account page. */
export async function readAccount(viewer: SignedIn) {
  return accountSchema.parse(await currentUser(viewer.id));
}

const INTENTS = [
  'username',
  'language',
  'email',
  'cancelEmail',
  'password',
  'resend',
  'endSession',
  'endOthers',
  'delete',
] as const;
export type AccountIntent = (typeof INTENTS)[number];

/**
 * Handles the forms of the account page.
 * @param address the client's
 * @returns the form's intent, and headers for the answer
 * @throws ProtocolError BAD_MESSAGE, INVALID_DATA, CONFIRM_AGAIN and those of the services; a wrong password has the
 *   field `password` or `confirmPassword`
 */
export async function changeAccount(
  viewer: SignedIn,
  form: FormData,
  request: Request,
  address: string,
): Promise<{ done: AccountIntent; headers: Headers }> {
  const intent = z.enum(INTENTS).safeParse(form.get('intent'));
  if (!intent.success) throw new ProtocolError('BAD_MESSAGE');
  const headers = new Headers();
  await actions[intent.data]({ viewer: await confirmedBy(form, viewer), form, request, address, headers });
  return { done: intent.data, headers };
}

type Asked = { viewer: SignedIn; form: FormData; request: Request; address: string; headers: Headers };

const actions: Record<AccountIntent, (asked: Asked) => Promise<unknown>> = {
  username: ({ viewer, form }) => change(viewer, form, { username: textOf(form, 'username') }),
  language: ({ viewer, form }) => change(viewer, form, { language: languageIn(form) }),
  email: async ({ viewer, form, request, address }) => {
    const fields = changeEmailSchema.safeParse({ email: form.get('email') });
    if (!fields.success) throw invalidData(fields.error);
    requireConfirmed(viewer);
    await spend('link', address);
    await requestEmailChange(viewer, fields.data, originOf(request));
  },
  cancelEmail: ({ viewer }) => cancelEmailChange(viewer),
  password: async ({ viewer, form, request, headers }) => {
    const fields = changePasswordSchema.safeParse({
      password: form.get('password'),
      newPassword: form.get('newPassword'),
    });
    if (!fields.success) throw invalidData(fields.error);
    const token = await namingPassword('password', changePassword(viewer, fields.data, originOf(request)));
    headers.set('Set-Cookie', await serializeSession(token, request));
  },
  resend: async ({ viewer, request, address }) => {
    await spend('link', address);
    await requestVerification(viewer.id, originOf(request));
  },
  endSession: async ({ viewer, form }) => {
    requireConfirmed(viewer);
    const id = z.uuid().safeParse(form.get('id'));
    // A session that has already ended is no error.
    if (id.success && id.data !== viewer.sessionId) await endSession(viewer.id, id.data);
  },
  endOthers: async ({ viewer }) => {
    requireConfirmed(viewer);
    await endOtherSessions(viewer.id, viewer.sessionId);
  },
  delete: ({ viewer, form, request }) => {
    if (form.get('sure') !== 'yes') {
      const problem = { kind: 'required' } as const;
      throw new ProtocolError('INVALID_DATA', [{ path: 'sure', message: 'must be ticked', problem }]);
    }
    const password = textOf(form, 'password').slice(0, 200);
    return namingPassword('password', deleteAccount(viewer, password, feesIn(form), originOf(request)));
  },
};

function change(viewer: SignedIn, form: FormData, values: Record<string, unknown>) {
  return updateRow(userEntity, viewer, viewer.id, { ...values, version: versionOf(form) });
}

/** Language chosen in the account form. */
export function languageIn(form: FormData): LanguageRecord {
  return siteLanguage.catch('ENGLISH').parse(form.get('language'));
}
