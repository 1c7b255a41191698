import { data } from '@remix-run/node';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';
import type { Refusal } from './refusal.ts';

/** What a page answers with where its form was refused. @throws what is no refusal */
export function refuseForm(error: unknown, form: FormData) {
  if (!(error instanceof ProtocolError)) throw error;
  const { code, fields = [], current } = error;
  const names = [...new Set(form.keys())].filter((name) => !/password/i.test(name));
  const refusal: Refusal = {
    form: textOf(form, 'intent'),
    code,
    fields: fields.map(({ path }) => path),
    typed: Object.fromEntries(
      names.map((name) => [name, form.getAll(name).filter((value) => typeof value === 'string')]),
    ),
    version: typeof current?.version === 'number' ? current.version : null,
  };
  return data(refusal, { status: ERROR_STATUS[code] });
}

/** A field's text, its lines ended as we count them; empty where it was not sent. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}

/** As rows have it: null where nothing was written. */
export function textOrNull(form: FormData, name: string): string | null {
  return textOf(form, name).trim() || null;
}

/** A number as somebody wrote it, with a comma or a point; null where there is nothing, NaN where it is none. */
export function numberOrNull(form: FormData, name: string): number | null {
  const text = textOf(form, name).trim().replace(',', '.');
  return text === '' ? null : Number(text);
}

/** The version of the row that a form was filled in from. */
export function versionOf(form: FormData): number {
  return Number(textOf(form, 'version'));
}
