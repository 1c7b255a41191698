import type { FormField } from '#app/entities/entity-view.ts';
import type { FormValues } from '#app/forms/refusal.ts';

/** Names of a field's inputs. */
export function inputNames(field: FormField): string[] {
  if (field.kind !== 'prices') return [field.name];
  return field.currencies.map((currency) => `${field.name}.${currency}`);
}

/** A field's values as one string, to compare and display. */
export function textOf(field: FormField, values: FormValues): string {
  if (field.kind !== 'prices') return (values[field.name] ?? []).join(', ');
  return field.currencies
    .map((currency) => [currency, values[`${field.name}.${currency}`]?.[0] ?? ''])
    .filter(([, amount]) => amount !== '')
    .map((price) => price.join(' '))
    .join(', ');
}
