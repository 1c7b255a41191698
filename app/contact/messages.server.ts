import { data } from '@remix-run/node';
import { z } from 'zod';
import { createRow } from '#app/entities/crud/crud.server.ts';
import { inquiryEntity } from '#app/entities/inquiry/rules.server.ts';
import { inquirySchema } from '#app/entities/inquiry/schema.ts';
import { subscriptionEntity } from '#app/entities/subscription/rules.server.ts';
import { subscriptionSchema } from '#app/entities/subscription/schema.ts';
import { refuseBlockedAddress } from '#app/http/blocked-networks.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';
import type { Viewer } from '#app/http/viewer.ts';
import { recordOf } from '#app/i18n/language-records.ts';
import type { Language } from '#app/i18n/languages.ts';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';
import type { LanguageRecord } from '#protocol/languages.ts';
import type { Problem, Refusal } from './refusal.ts';

/** Who writes: by their session, the client's address, and the language of the page. */
export type Writer = { viewer: Viewer; address: string; language: Language };

const messageSchema = inquirySchema.create.pick({
  firstName: true,
  lastName: true,
  email: true,
  website: true,
  message: true,
});
const FIELDS = z.keyof(messageSchema).options;

/**
 * Takes what the contact or the demo form sent; each of its fields may be left empty, but not all of them.
 * @returns null where it is kept, else what to show the form with again
 */
export async function takeMessage(form: FormData, kind: 'CONTACT' | 'DEMO', writer: Writer) {
  const typed = read(form, FIELDS);
  const written = FIELDS.filter((name) => typed[name]?.trim());
  const filled = messageSchema.safeParse(Object.fromEntries(written.map((name) => [name, typed[name]])));
  if (!filled.success) return refused('INVALID_DATA', typed, problemsOf(filled.error));
  if (written.length === 0) return refused('INVALID_DATA', typed, { message: { kind: 'empty' } });
  return keep(typed, writer, (language) =>
    createRow(inquiryEntity, writer.viewer, { ...filled.data, kind, language }),
  );
}

/** Takes the address of somebody who wants to earn money. Returns as `takeMessage`; one that is known passes unseen. */
export async function takeSubscription(form: FormData, writer: Writer) {
  const typed = read(form, ['email']);
  const filled = subscriptionSchema.create.pick({ email: true }).safeParse(typed);
  if (!filled.success) return refused('INVALID_DATA', typed, { email: { kind: 'email' } });
  return keep(typed, writer, (language) =>
    createRow(subscriptionEntity, writer.viewer, { ...filled.data, language }),
  );
}

async function keep(
  typed: Record<string, string>,
  { address, language }: Writer,
  create: (language: LanguageRecord) => Promise<unknown>,
) {
  try {
    await refuseBlockedAddress(address);
    await spend('anonymousRow', address);
    await create(recordOf(language));
    return null;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return refused(error.code, typed);
  }
}

function refused(code: Refusal['code'], typed: Record<string, string>, problems: Refusal['problems'] = {}) {
  const refusal: Refusal = { code, problems, typed };
  return data(refusal, { status: ERROR_STATUS[code] });
}

function read(form: FormData, names: readonly string[]): Record<string, string> {
  const text = (value: FormDataEntryValue | null) => (typeof value === 'string' ? value : '');
  return Object.fromEntries(names.map((name) => [name, text(form.get(name))]));
}

function problemsOf({ issues }: z.ZodError): Refusal['problems'] {
  return Object.fromEntries(
    issues.toReversed().map((issue): [string, Problem] => {
      const name = String(issue.path[0]);
      if (issue.code === 'too_big') return [name, { kind: 'tooLong', max: Number(issue.maximum) }];
      return [name, { kind: name === 'email' ? 'email' : 'unusable' }];
    }),
  );
}
