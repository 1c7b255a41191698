import { ProtocolError } from '#protocol/errors.ts';

/** Our largest form, a user with prices, has about 50 fields. */
const MAX_FIELDS = 1_000;

/**
 * Parses a form body with a reasonable number of fields. A megabyte of `a=&b=&…` would block the process for a third of
 * a second, and for minutes where a refused form is shown again field by field.
 * @throws ProtocolError TOO_LARGE if it has too many fields, BAD_MESSAGE if it is not a form
 */
export async function readForm(request: Request): Promise<FormData> {
  const isEncoded = /^application\/x-www-form-urlencoded\b/i.test(request.headers.get('Content-Type') ?? '');
  const form = isEncoded ? decode(await request.text()) : await request.formData().catch(badMessage);
  if ([...form.keys()].length > MAX_FIELDS) throw new ProtocolError('TOO_LARGE');
  return form;
}

function decode(text: string): FormData {
  // Splits no further than needed to refuse the body.
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) throw new ProtocolError('TOO_LARGE');
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, value);
  return form;
}

function badMessage(): never {
  throw new ProtocolError('BAD_MESSAGE');
}
