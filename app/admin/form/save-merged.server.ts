import { z } from 'zod';
import type { FormField } from '#app/entities/entity-view.ts';
import { refusalOf } from '#app/forms/forms.server.ts';
import type { FormValues, Refusal } from '#app/forms/refusal.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { valuesOfRow } from '../row-values.server.ts';
import { BASE } from './form-page.ts';
import { mergeEdits } from './merge.ts';
import { saveRow } from './save-row.server.ts';

const baseSchema = z.record(z.string(), z.array(z.string()));

/** Values the form was rendered from; null if they were not sent or are invalid. */
function baseIn(typed: FormValues): FormValues | null {
  try {
    return baseSchema.parse(JSON.parse(typed[BASE]?.[0] ?? ''));
  } catch {
    return null;
  }
}

/** A refused form, and the names of the fields that someone else changed too. */
export type Conflicted<R extends Refusal> = { refusal: R; conflicts: string[] };

/** Merges the submitted values with another person's, if that is why the form was refused. */
export function withTheirs<R extends Refusal>(fields: readonly FormField[], refusal: R): Conflicted<R> {
  const { theirs, typed } = refusal;
  if (!theirs) return { refusal, conflicts: [] };
  const { values, conflicts } = mergeEdits(fields, baseIn(typed), typed, theirs.values);
  return { refusal: { ...refusal, typed: values }, conflicts };
}

/**
 * As `saveRow`. If someone else saved other fields meanwhile, saves both changes.
 * @returns the row's id, and whether another person's change was merged
 * @throws ProtocolError as `saveRow`; STALE only if both changed the same field
 */
export async function saveMerged(
  ...[entity, viewer, id, form, origin]: Parameters<typeof saveRow>
): Promise<{ id: string; merged: boolean }> {
  try {
    return { id: await saveRow(entity, viewer, id, form, origin), merged: false };
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.code !== 'STALE') throw error;
    const { fields } = entity.view;
    const stale = refusalOf(error, form, (row) => valuesOfRow(fields, row));
    const { refusal, conflicts } = withTheirs(fields, stale);
    if (!refusal.theirs || conflicts.length > 0) throw error;
    const both = new FormData();
    for (const [name, values] of Object.entries(refusal.typed))
      for (const value of values) both.append(name, value);
    both.set('version', String(refusal.theirs.version));
    return { id: await saveRow(entity, viewer, id, both, origin), merged: true };
  }
}
