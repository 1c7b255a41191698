import { data } from '@remix-run/node';
import { z } from 'zod';
import {
  AccountSuspended,
  ERROR_STATUS,
  type ErrorCode,
  feesSchema,
  ProtocolError,
  priceSchema,
} from '#protocol/errors.ts';
import type { FormValues, Refusal } from './refusal.ts';
import { textsOf, valuesIn } from './values.ts';

const changedPrice = z.union([priceSchema.transform((price) => ({ price })), z.object({ fees: feesSchema })]);
const limited = z.object({ limit: z.int() });

type Row = NonNullable<ProtocolError['current']>;

/** A page's response to a refused form. Parameters and errors as for `refusalOf`. */
export function refuseForm(...refused: Parameters<typeof refusalOf>) {
  const refusal = refusalOf(...refused);
  return data(refusal, { status: ERROR_STATUS[refusal.code] });
}

/**
 * Turns a ProtocolError into the state from which the form is rendered again.
 * @param valuesOf form values of a row; needed by forms that show another person's saved values
 * @throws any other error
 */
export function refusalOf(
  error: unknown,
  form: FormData,
  valuesOf: (row: Row) => FormValues = () => ({}),
): Refusal & { code: ErrorCode } {
  if (!(error instanceof ProtocolError)) throw error;
  const { code, fields = [], current } = error;
  const problems: Refusal['problems'] = {};
  for (const { path, problem } of fields) {
    if (code === 'INVALID_DATA' && isBlank(form, path)) problems[path] = { kind: 'required' };
    else problems[path] ??= problem ?? { kind: code === 'ALREADY_EXISTS' ? 'taken' : 'format' };
  }
  const version = current?.version;
  return {
    form: textOf(form, 'intent'),
    code,
    problems,
    ...(error instanceof AccountSuspended && { reason: error.reason }),
    ...(code === 'PRICE_CHANGED' && changedPrice.parse(current)),
    ...(code === 'TOO_MANY' && limited.parse(current)),
    typed: valuesIn(form),
    theirs: current && typeof version === 'number' ? { version, values: valuesOf(current) } : null,
  };
}

function isBlank(form: FormData, name: string): boolean {
  const values = form.getAll(name);
  const isEmpty = (value: FormDataEntryValue) =>
    typeof value === 'string' ? value.trim() === '' : value.size === 0;
  return values.length > 0 && values.every(isEmpty);
}

/** A field's text; empty if it was not sent. */
export function textOf(form: FormData, name: string): string {
  return textsOf(form, name)[0] ?? '';
}

/** A field's trimmed text, as stored in rows; null if empty. */
export function textOrNull(form: FormData, name: string): string | null {
  return textOf(form, name).trim() || null;
}

export function numberOrNull(form: FormData, name: string): number | null {
  return numberIn(textOf(form, name));
}

/** Accepts a decimal comma or point; null if empty, NaN if not a number. */
export function numberIn(text: string): number | null {
  const written = text.trim().replace(',', '.');
  return written === '' ? null : Number(written);
}

/** Row version that the form was rendered from. */
export function versionOf(form: FormData): number {
  return Number(textOf(form, 'version'));
}
