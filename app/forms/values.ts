import type { FormValues } from './refusal.ts';

/** All submitted text values except passwords. */
export function valuesIn(form: FormData | URLSearchParams): FormValues {
  const names = [...new Set(form.keys())].filter((name) => !/password/i.test(name));
  return Object.fromEntries(names.map((name) => [name, textsOf(form, name)]));
}

/** Browsers submit line breaks as CRLF; length limits count LF. */
export function textsOf(form: FormData | URLSearchParams, name: string): string[] {
  const texts = form.getAll(name).filter((value) => typeof value === 'string');
  return texts.map((text) => text.replaceAll('\r\n', '\n'));
}
