import { data } from '@remix-run/node';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';
import type { FormValues, Refusal } from './refusal.ts';

type Row = NonNullable<ProtocolError['current']>;

/** What a page answers with where its form was refused. Takes and throws as `refusalOf`. */
export function refuseForm(...refused: Parameters<typeof refusalOf>) {
  const refusal = refusalOf(...refused);
  return data(refusal, { status: ERROR_STATUS[refusal.code] });
}

/**
 * Makes what a form is shown with again out of what was thrown for it.
 * @param valuesOf a row as it stands in the form, where that shows what somebody else saved
 * @throws what is no ProtocolError
 */
export function refusalOf(
  error: unknown,
  form: FormData,
  valuesOf: (row: Row) => FormValues = () => ({}),
): Refusal {
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

/** All that was typed, but no passwords. */
export function valuesIn(form: FormData | URLSearchParams): FormValues {
  const names = [...new Set(form.keys())].filter((name) => !/password/i.test(name));
  return Object.fromEntries(names.map((name) => [name, textsOf(form, name)]));
}

/** Lines end as we count them: forms are sent with the line ends of e-mails. */
function textsOf(form: FormData | URLSearchParams, name: string): string[] {
  const texts = form.getAll(name).filter((value) => typeof value === 'string');
  return texts.map((text) => text.replaceAll('\r\n', '\n'));
}

/** A field's text; empty where it was not sent. */
export function textOf(form: FormData, name: string): string {
  return textsOf(form, name)[0] ?? '';
}

/** As rows have it: null where nothing was written. */
export function textOrNull(form: FormData, name: string): string | null {
  return textOf(form, name).trim() || null;
}

/** A number as somebody wrote it. */
export function numberOrNull(form: FormData, name: string): number | null {
  return numberIn(textOf(form, name));
}

/** Written with a comma or a point; null where there is nothing, NaN where it is no number. */
export function numberIn(text: string): number | null {
  const written = text.trim().replace(',', '.');
  return written === '' ? null : Number(written);
}

/** The version of the row that a form was filled in from. */
export function versionOf(form: FormData): number {
  return Number(textOf(form, 'version'));
}
