import type { FormField } from '#app/entities/entity-view.ts';

/** What stands in a form, by the names of its inputs: several for what can be chosen several times. */
export type FormValues = Record<string, string[]>;

/** The inputs of a field. */
export function inputNames(field: FormField): string[] {
  if (field.kind !== 'prices') return [field.name];
  return field.currencies.map((currency) => `${field.name}.${currency}`);
}

/** What was typed, with line ends as they are kept. */
export function typedValues(fields: readonly FormField[], form: FormData | URLSearchParams): FormValues {
  const entries = fields.flatMap(inputNames).map((name) => {
    const values = form.getAll(name).map((value) => (typeof value === 'string' ? value : ''));
    // Forms are sent with the line ends of e-mails.
    return [name, values.map((value) => value.replaceAll('\r\n', '\n'))] as const;
  });
  return Object.fromEntries(entries);
}

/** A field's values as one text, to compare and show them. */
export function textOf(field: FormField, values: FormValues): string {
  if (field.kind !== 'prices') return (values[field.name] ?? []).join(', ');
  return field.currencies
    .map((currency) => [currency, values[`${field.name}.${currency}`]?.[0] ?? ''])
    .filter(([, amount]) => amount !== '')
    .map((price) => price.join(' '))
    .join(', ');
}
