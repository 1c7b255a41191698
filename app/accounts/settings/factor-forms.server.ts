import { z } from 'zod';
import { textOf } from '#app/forms/forms.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { invalidData, ProtocolError } from '#protocol/errors.ts';
import { confirmPassword, namingPassword } from '../passwords/confirmation.server.ts';
import { factorsOf, removePasskey, removeTotp, renewRecoveryCodes } from '../second-factor/factors.server.ts';
import { listPasskeys, renamePasskey } from '../second-factor/passkeys.server.ts';
import { passkeyName } from '../second-factor/schemas.ts';
import { beginTotp, cancelTotp, confirmTotp, totpSetUp } from '../second-factor/totp.server.ts';

const INTENTS = [
  'beginTotp',
  'cancelTotp',
  'confirmTotp',
  'removeTotp',
  'renamePasskey',
  'removePasskey',
  'renewCodes',
] as const;
const intentSchema = z.enum(INTENTS);
export type FactorIntent = (typeof INTENTS)[number];

/** Reads the contents of the section on two-step login. */
export async function readFactors(viewer: SignedIn) {
  const [factors, passkeys, setUp] = await Promise.all([
    factorsOf(viewer.id),
    listPasskeys(viewer.id),
    totpSetUp(viewer),
  ]);
  return { ...factors, passkeys, setUp };
}

/** The form's intent; undefined if it is not one of this section's. */
export function factorIntent(form: FormData): FactorIntent | undefined {
  return intentSchema.safeParse(form.get('intent')).data;
}

/**
 * Handles the forms on two-step login.
 * @returns new recovery codes to show once, or null
 * @throws ProtocolError WRONG_CODE with the field `code`, and those of the services; a wrong password has the field
 *   `password`
 */
export async function changeFactors(
  intent: FactorIntent,
  viewer: SignedIn,
  form: FormData,
  request: Request,
): Promise<string[] | null> {
  const origin = originOf(request);
  if (ASKING_PASSWORD.has(intent))
    await namingPassword('password', confirmPassword(viewer, textOf(form, 'password').slice(0, 200)));
  return actions[intent]({ viewer, form, origin });
}

const ASKING_PASSWORD: ReadonlySet<FactorIntent> = new Set([
  'beginTotp',
  'removeTotp',
  'removePasskey',
  'renewCodes',
]);

type Asked = { viewer: SignedIn; form: FormData; origin: string };

const actions: Record<FactorIntent, (asked: Asked) => Promise<string[] | null>> = {
  beginTotp: ({ viewer }) => beginTotp(viewer).then(noCodes),
  cancelTotp: ({ viewer }) => cancelTotp(viewer).then(noCodes),
  confirmTotp: ({ viewer, form, origin }) =>
    confirmTotp(viewer, textOf(form, 'code').slice(0, 60), origin).catch(namingCode),
  removeTotp: ({ viewer, origin }) => removeTotp(viewer, origin).then(noCodes),
  renamePasskey: ({ viewer, form }) => {
    const fields = z.object({ name: passkeyName }).safeParse({ name: form.get('name') });
    if (!fields.success) throw invalidData(fields.error);
    return renamePasskey(viewer, idIn(form), fields.data.name).then(noCodes);
  },
  removePasskey: ({ viewer, form, origin }) => removePasskey(viewer, idIn(form), origin).then(noCodes),
  renewCodes: ({ viewer, origin }) => renewRecoveryCodes(viewer, origin),
};

const noCodes = () => null;

function idIn(form: FormData): string {
  const id = z.uuid().safeParse(form.get('id'));
  if (!id.success) throw new ProtocolError('NOT_FOUND');
  return id.data;
}

function namingCode(error: unknown): never {
  if (!(error instanceof ProtocolError) || error.code !== 'WRONG_CODE') throw error;
  throw new ProtocolError(error.code, [{ path: 'code', message: 'is wrong' }]);
}
