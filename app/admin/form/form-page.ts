import type { z } from 'zod';
import type { FormField } from '#app/entities/entity-view.ts';
import type { languageName } from '#app/entities/lookups/schema.ts';
import type { FormValues } from '#app/forms/refusal.ts';
import type { AdminEntity } from '../admin-entity.server.ts';

/** Input with the values the form was rendered from, as JSON, to merge with another person's changes. */
export const BASE = 'base';

/** A field, and whether it is nullable. */
export type OfferedField = FormField & { optional: boolean };

/** Version in another of the site's languages. */
export type Translation = {
  language: z.infer<typeof languageName>;
  /** Null if not written yet. */
  row: { id: string; title: string; body: string } | null;
};

/** Data of a row's form. */
export type FormPage = {
  section: AdminEntity['name'];
  /** Null for a new row. */
  id: string | null;
  version: number | null;
  /** Writable fields; empty for read-only rows. */
  fields: OfferedField[];
  values: FormValues;
  countries: string[];
  translations: Translation[];
};
