import type { z } from 'zod';
import type { FormField, ProblemName } from '#app/entities/entity-view.ts';
import type { MessageValues } from '#app/i18n/translate.ts';
import type { ProtocolError } from '#protocol/errors.ts';

/** What is wrong with a field: a text of `admin.json` under `problem`. */
export type Problem = { name: ProblemName; values?: MessageValues };
/** By the names of inputs. */
export type Problems = Record<string, Problem>;

type Issue = z.core.$ZodIssue;

/** The first problem of each field, in words for people. */
export function problemsOf(fields: readonly FormField[], issues: readonly Issue[], sent: object): Problems {
  const problems: Problems = {};
  for (const issue of issues) {
    const [name = ''] = issue.path.map(String);
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) continue;
    const input = field.kind === 'prices' ? priceInput(sent, name, issue) : name;
    problems[input] ??= problemOf(field, issue, !(name in sent));
  }
  return problems;
}

/** A wrong price stands at its currency. */
function priceInput(sent: object, name: string, issue: Issue): string {
  const prices: unknown = Object.entries(sent).find(([key]) => key === name)?.[1];
  const price: unknown = Array.isArray(prices) ? prices[Number(issue.path[1])] : undefined;
  const hasCurrency = typeof price === 'object' && price !== null && 'currency' in price;
  return hasCurrency ? `${name}.${price.currency}` : name;
}

function problemOf(field: FormField, issue: Issue, missing: boolean): Problem {
  if (missing) return { name: 'required' };
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string') return { name: 'required' };
      return { name: 'atLeast', values: { min: String(issue.minimum) } };
    case 'too_big':
      if (issue.origin === 'string') return { name: 'tooLong', values: { max: String(issue.maximum) } };
      return { name: 'atMost', values: { max: String(issue.maximum) } };
    case 'not_multiple_of':
      return { name: 'cents' };
    case 'invalid_type':
      return { name: issue.expected === 'int' ? 'whole' : numeric(field) ? 'number' : 'format' };
    case 'invalid_value':
      return { name: 'choice' };
    default:
      return { name: field.problem ?? BY_KIND[field.kind] ?? 'format' };
  }
}

const numeric = ({ kind }: FormField) => kind === 'number' || kind === 'prices';
const BY_KIND: Partial<Record<FormField['kind'], ProblemName>> = {
  user: 'unknownUser',
  instant: 'instant',
  country: 'choice',
};

/** What the database refused. Empty where it named no field of the form. */
export function refusedFields(
  fields: readonly FormField[],
  { code, fields: named = [] }: ProtocolError,
): Problems {
  const known = named.filter(({ path }) => fields.some(({ name }) => name === path));
  return Object.fromEntries(
    known.map(({ path, message }) => {
      if (code === 'ALREADY_EXISTS') return [path, { name: 'taken' } as const];
      return [path, { name: message === 'does not exist' ? 'unknown' : 'impossible' } as const];
    }),
  );
}
