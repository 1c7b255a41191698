import type { MessageKey } from '#app/i18n/catalogues.ts';

/** Keys of `admin.json` with this prefix, without the prefix. */
type Named<Prefix extends string> =
  MessageKey<'admin'> extends infer Key ? (Key extends `${Prefix}.${infer Name}` ? Name : never) : never;

/** A field with a label `field.NAME`. */
type FieldName = Named<'field'>;
/** A value with a label `choice.NAME`. */
export type Choice = Named<'choice'>;
/** A validation message `problem.NAME`. */
export type ProblemName = Named<'problem'>;
/** A section of the administration. */
export type SectionName = Named<'section'>;

/** How a field's value is displayed. */
export type Column = { name: FieldName } & (
  | { kind: 'text' | 'multiline' | 'number' | 'instant' | 'boolean' | 'country' | 'prices' }
  /** An amount in the smallest unit of the row's `currency`. */
  | { kind: 'money' }
  /** In ms. */
  | { kind: 'duration' }
  /** The id of a user, displayed as the username. */
  | { kind: 'user' }
  /** The id of a row of another section, displayed as its title. */
  | { kind: 'row'; section: SectionName }
  /** The id of a row of the section that the field `entity` names. */
  | { kind: 'anyRow' }
  /** The id that rows of another section have in the same field; leads to their list. */
  | { kind: 'rows'; section: SectionName }
  | { kind: 'choice' | 'choices'; options: readonly Choice[] }
  /** The name of an entity. */
  | { kind: 'section'; options: readonly SectionName[] }
  /** A channel's status; live ones are marked. */
  | { kind: 'status'; options: readonly Choice[] }
);

/** A filter of a list. */
export type Filter = { name: FieldName } & (
  | { kind: 'text' | 'boolean' | 'country' | 'dates' | 'user' }
  /** Whether the field has a value. */
  | { kind: 'filled' }
  | { kind: 'choice'; options: readonly Choice[] }
  | { kind: 'section'; options: readonly SectionName[] }
);

/** The input of a field. */
export type FormField = { name: FieldName; hint?: Named<'hint'>; problem?: ProblemName } & (
  | { kind: 'text'; type?: 'email' | 'url' }
  | { kind: 'multiline' | 'markdown' | 'number' | 'instant' | 'boolean' | 'country' }
  /** A user, entered by username. */
  | { kind: 'user' }
  /** The value of the parameter that the field `name` names. */
  | { kind: 'parameter' }
  | { kind: 'choice' | 'choices'; options: readonly Choice[] }
  /** An amount in each currency. */
  | { kind: 'prices'; currencies: readonly string[] }
);

/** An entity's list and form in the admin area. Labels are in `admin.json`. */
export type EntityView = {
  /** A row's title: the first of these columns with a value; with `titleText` all of them, in that text. */
  title: readonly Column[];
  titleText?: Named<'rowTitle'>;
  /** Columns of the list; the first links to the row. */
  columns: readonly Column[];
  filters: readonly Filter[];
  /** All writable fields. */
  fields: readonly FormField[];
  /** Read-only values shown next to the form. */
  facts: readonly Column[];
  /** Shows the facts before the form, as the form answers them. */
  factsFirst?: true;
  /** What undoing a deletion cannot restore: the row, or only its pictures. Undefined: it restores everything. */
  loses?: 'row' | 'pictures';
};

export const CREATED_AT = { name: 'createdAt', kind: 'instant' } as const satisfies Column;
export const UPDATED_AT = { name: 'updatedAt', kind: 'instant' } as const satisfies Column;
