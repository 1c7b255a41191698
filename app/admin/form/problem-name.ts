import type { FormField, ProblemName } from '#app/entities/entity-view.ts';
import type { Problem } from '#protocol/problem.ts';

/** How a field should be written, where it does not say so itself. */
const BY_KIND: Partial<Record<FormField['kind'], ProblemName>> = {
  user: 'unknownUser',
  instant: 'instant',
  country: 'choice',
};

/** The text of `admin.json` for what is wrong with a field. */
export function problemName(field: FormField, { kind }: Problem): ProblemName {
  if (kind !== 'format' && kind !== 'tooShort') return kind;
  return field.problem ?? BY_KIND[field.kind] ?? 'format';
}
