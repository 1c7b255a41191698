import { z } from 'zod';
import type { FormField } from '#app/entities/entity-view.ts';
import { numberIn } from '#app/forms/forms.server.ts';
import { pricesIn } from '#app/forms/prices.server.ts';
import type { FormValues } from '#app/forms/refusal.ts';
import { typedValue } from './parameter-value.ts';

/**
 * Converts form values to input for the entity's schema, which rejects unreadable values. An empty field becomes null
 * if nullable, otherwise '' for text; other empty fields are left out.
 */
export function inputOf(
  fields: readonly FormField[],
  values: FormValues,
  schema: z.ZodObject,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    if (!(field.name in schema.shape)) continue;
    const value = readField(field, values);
    if (value !== EMPTY) input[field.name] = value;
    else if (takesNull(schema, field.name)) input[field.name] = null;
    else if (TEXTS.has(field.kind)) input[field.name] = '';
  }
  return input;
}

export function takesNull(schema: z.ZodObject, name: string): boolean {
  const field = schema.shape[name];
  return field !== undefined && z.safeParse(field, null).success;
}

const TEXTS: ReadonlySet<FormField['kind']> = new Set(['text', 'multiline', 'markdown', 'parameter']);
const EMPTY = Symbol('nothing typed');

function readField(field: FormField, values: FormValues): unknown {
  const typed = values[field.name] ?? [];
  const [first = ''] = typed;
  switch (field.kind) {
    case 'boolean':
      return first === 'true';
    case 'choices':
      return typed;
    case 'prices':
      return pricesIn(values, field);
    case 'multiline':
    case 'markdown':
      return first.trim() === '' ? EMPTY : first;
    case 'parameter':
      return typedValue(values.name?.[0] ?? '', first);
    case 'number':
      return numberIn(first) ?? EMPTY;
    case 'instant':
      return first === '' ? EMPTY : instantOf(first);
    default:
      return first.trim() === '' ? EMPTY : first;
  }
}

/** Parses a `datetime-local` value as UTC; browsers omit the seconds if 0. */
function instantOf(typed: string): string {
  return /T\d\d:\d\d$/.test(typed) ? `${typed}:00Z` : `${typed}Z`;
}
