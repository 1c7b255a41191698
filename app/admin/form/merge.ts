import type { FormField } from '#app/entities/entity-view.ts';
import type { FormValues } from '#app/forms/refusal.ts';
import { inputNames } from '../form-values.ts';

type Merged = {
  values: FormValues;
  /** Names of the fields that both changed, and not to the same. */
  conflicts: string[];
};

/**
 * Merges two edits of a row, field by field: what only one of them changed is taken from that one, what both changed
 * from mine.
 * @param base what both started from; null if unknown: then every difference is a conflict
 */
export function mergeEdits(
  fields: readonly FormField[],
  base: FormValues | null,
  mine: FormValues,
  theirs: FormValues,
): Merged {
  const values = { ...mine };
  const conflicts: string[] = [];
  for (const field of fields) {
    const names = inputNames(field);
    const isSame = (a: FormValues, b: FormValues) =>
      names.every((name) => filled(a, name) === filled(b, name));
    if (isSame(mine, theirs)) continue;
    if (!base || !(isSame(mine, base) || isSame(theirs, base))) conflicts.push(field.name);
    else if (isSame(mine, base)) for (const name of names) values[name] = theirs[name] ?? [];
  }
  return { values, conflicts };
}

/** To compare: an empty input sends '', a row has nothing there; options come in any order. */
function filled(values: FormValues, name: string): string {
  const given = (values[name] ?? []).filter((value) => value !== '');
  return JSON.stringify(given.toSorted());
}
