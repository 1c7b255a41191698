import type { FormField, ProblemName } from '#app/entities/entity-view.ts';
import type { Problem } from '#protocol/problem.ts';

/** Format problems by kind of field, unless the field names its own. */
const BY_KIND: Partial<Record<FormField['kind'], ProblemName>> = {
  user: 'unknownUser',
  instant: 'instant',
  country: 'choice',
};

/** Key (under `problem`) in `admin.json` of the error text for a field. */
export function problemName(field: FormField, { kind }: Problem): ProblemName {
  // No form of the administration has a password field.
  if (kind !== 'format' && kind !== 'tooShort' && kind !== 'guessable') return kind;
  return field.problem ?? BY_KIND[field.kind] ?? 'format';
}
