import { z } from 'zod';
import { invalid, type StripeError } from './errors.ts';

/** Schemas for the parameters of version 1, which are form data: every value is a string. */

const coded = (code: string) => ({ params: { code } });

export const text = z
  .string()
  .refine((value) => value !== '', { message: 'empty', ...coded('parameter_invalid_empty') });

export const integer = z
  .string()
  .refine((value) => /^-?\d{1,15}$/.test(value), {
    message: 'Invalid integer',
    ...coded('parameter_invalid_integer'),
  })
  .transform(Number);

export const boolean = z.enum(['true', 'false']).transform((value) => value === 'true');

/** At most 50 keys; an empty value removes its key. */
export const metadata = z
  .union([z.literal('').transform(() => ({})), z.record(z.string().max(40), z.string().max(500))])
  .transform((pairs) => Object.fromEntries(Object.entries(pairs).filter(([, value]) => value !== '')));

export const url = z.url({ protocol: /^https?$/, error: 'Not a valid URL' });

/** ISO 4217 code; case is ignored, as by Stripe. */
export const currency = z
  .string()
  .regex(/^[a-z]{3}$/i, 'Invalid currency')
  .transform((code) => code.toLowerCase());

/** Parameters of lists read page by page, newest first. */
export const paging = {
  limit: integer.pipe(z.number().min(1).max(100)).default(10),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
};

/** A list's page in Stripe's shape. @throws StripeError if the cursor is not in the list */
export function page<Row extends { id: string }>(
  rows: Row[],
  {
    limit,
    starting_after,
    ending_before,
  }: { limit: number; starting_after?: string; ending_before?: string },
  address: string,
): { object: 'list'; data: Row[]; has_more: boolean; url: string } {
  const cursor = starting_after ?? ending_before;
  const at = rows.findIndex(({ id }) => id === cursor);
  if (cursor && at < 0) {
    const param = starting_after ? 'starting_after' : 'ending_before';
    throw invalid(`No such object: '${cursor}'`, { code: 'resource_missing', param });
  }
  const start = ending_before ? Math.max(0, at - limit) : at + 1;
  const end = ending_before ? at : start + limit;
  const has_more = ending_before ? start > 0 : end < rows.length;
  return { object: 'list', data: rows.slice(start, end), has_more, url: address };
}

/** Error for the first invalid parameter, in the format of version 1. */
export function wrongParameters({ issues: [issue] }: z.ZodError): StripeError {
  if (!issue) return invalid('Invalid request');
  const names = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') names.push(issue.keys[0] ?? '');
  const param = names.map((name, depth) => (depth === 0 ? name : `[${name}]`)).join('');
  if (issue.code === 'unrecognized_keys') {
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (issue.code === 'custom') {
    const code = typeof issue.params?.code === 'string' ? issue.params.code : undefined;
    if (code === 'parameter_invalid_empty') {
      const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
      return invalid(message, { code, param });
    }
    return invalid(`${issue.message}: ${param}`, { code, param });
  }
  if (issue.code === 'invalid_value') {
    return invalid(`Invalid ${param}: must be one of ${issue.values.join(', ')}`, { param });
  }
  return invalid(`Invalid ${param}: ${issue.message}`, { param });
}
