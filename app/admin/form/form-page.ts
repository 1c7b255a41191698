import type { z } from 'zod';
import type { FormField } from '#app/entities/entity-view.ts';
import type { languageName } from '#app/entities/lookups/schema.ts';
import type { FormValues } from '#app/forms/refusal.ts';
import type { AdminEntity } from '../admin-entity.server.ts';

/** A field, and whether it may be left empty though it is a choice. */
export type OfferedField = FormField & { optional: boolean };

/** A text in another language of the site. */
export type Translation = {
  language: z.infer<typeof languageName>;
  /** Null: not written yet. */
  row: { id: string; title: string; body: string } | null;
};

/** What the form of a row shows. */
export type FormPage = {
  section: AdminEntity['name'];
  /** Null: a new row. */
  id: string | null;
  version: number | null;
  /** What can be written; none: nothing. */
  fields: OfferedField[];
  values: FormValues;
  countries: string[];
  translations: Translation[];
};
