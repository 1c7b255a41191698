import { z } from 'zod';
import type { Row } from '#app/entities/crud/rows.server.ts';
import type { Column, FormField } from '#app/entities/entity-view.ts';
import type { FormValues } from '#app/forms/refusal.ts';

const priceSchema = z.object({ currency: z.string(), perMinute: z.number() });

const moneySchema = z.object({ minor: z.int(), currency: z.string() });

/** A value to display; instants as ISO 8601. */
export type Shown =
  | string
  | number
  | boolean
  | null
  | string[]
  | z.infer<typeof priceSchema>[]
  | z.infer<typeof moneySchema>;

const instantSchema = z.date().transform((date) => date.toISOString());
/** A role is shown by its name. */
const nameSchema = z.string().or(z.object({ rolename: z.string() }).transform(({ rolename }) => rolename));
export const shownSchema: z.ZodType<Shown> = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  instantSchema,
  z.array(nameSchema),
  z.array(priceSchema),
  moneySchema,
]);

/** Displayed values of a row, by field. */
export type Cells = Record<string, Shown>;

export function cellsOf(columns: readonly Column[], row: Row): Cells {
  return Object.fromEntries(
    columns.map(({ name, kind }) => {
      const value = row[name] ?? null;
      // An unknown amount has nothing to show.
      const isMoney = kind === 'money' && value !== null;
      return [name, shownSchema.parse(isMoney ? { minor: value, currency: row.currency } : value)];
    }),
  );
}

/** Form values of a row. Instants are in UTC, to the second. */
export function valuesOfRow(fields: readonly FormField[], row: Row): FormValues {
  const values: FormValues = {};
  for (const field of fields) {
    const value = shownSchema.parse(row[field.name] ?? null);
    if (field.kind === 'prices') {
      for (const { currency, perMinute } of z.array(priceSchema).parse(value ?? [])) {
        values[`${field.name}.${currency}`] = [String(perMinute)];
      }
    } else if (Array.isArray(value)) values[field.name] = value.map(String);
    else if (value === null || value === false) values[field.name] = [];
    else values[field.name] = [field.kind === 'instant' ? String(value).slice(0, 19) : String(value)];
  }
  return values;
}
