import type { FormField } from '#app/entities/entity-view.ts';
import type { FormValues } from '#app/forms/refusal.ts';
import { inputNames } from '../form-values.ts';

type Merged = {
  values: FormValues;
  /** Names of the fields both changed to different values. */
  conflicts: string[];
};

/**
 * Merges two edits of a row, field by field: a field changed by one comes from that one, a field changed by both from
 * mine.
 * @param base the values both started from; null if unknown: then every difference is a conflict
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

/** Comparable form of a field: an empty input sends '' where a row has nothing; options come in any order. */
function filled(values: FormValues, name: string): string {
  const given = (values[name] ?? []).filter((value) => value !== '');
  return JSON.stringify(given.toSorted());
}
