import type { MessageKey } from '#app/i18n/catalogues.ts';

/** The last part of the keys of `admin.json` that begin so. */
type Named<Prefix extends string> =
  MessageKey<'admin'> extends infer Key ? (Key extends `${Prefix}.${infer Name}` ? Name : never) : never;

/** A field of some entity that has a label, `field.NAME`. */
export type FieldName = Named<'field'>;
/** A value out of a few that has a label, `choice.NAME`. */
export type Choice = Named<'choice'>;
/** What can be wrong with a field, `problem.NAME`. */
export type ProblemName = Named<'problem'>;

/** How a value of a row shows. */
export type Column = { name: FieldName } & (
  | { kind: 'text' | 'number' | 'instant' | 'boolean' | 'country' | 'prices' }
  /** The id of a user; their name is shown. */
  | { kind: 'user' }
  | { kind: 'choice' | 'choices'; options: readonly Choice[] }
  /** A channel's; those that are live are marked. */
  | { kind: 'status'; options: readonly Choice[] }
);

/** How a list can be narrowed down. */
export type Filter = { name: FieldName } & (
  | { kind: 'text' | 'boolean' | 'country' | 'dates' | 'user' }
  /** Whether there is a value. */
  | { kind: 'filled' }
  | { kind: 'choice'; options: readonly Choice[] }
);

/** How a value is typed. */
export type FormField = { name: FieldName; hint?: Named<'hint'>; problem?: ProblemName } & (
  | { kind: 'text'; type?: 'email' | 'url' }
  | { kind: 'multiline' | 'markdown' | 'number' | 'instant' | 'boolean' | 'country' }
  /** A user, by username. */
  | { kind: 'user' }
  | { kind: 'choice' | 'choices'; options: readonly Choice[] }
  /** An amount in each currency. */
  | { kind: 'prices'; currencies: readonly string[] }
);

/** How administrators see an entity. Labels are in `admin.json`. */
export type EntityView = {
  /** What a row is known by. */
  title: FieldName;
  /** Of a list; the first leads to the row. */
  columns: readonly Column[];
  filters: readonly Filter[];
  /** Everything that can be written. */
  fields: readonly FormField[];
  /** What is shown of a row beside the form. */
  facts: readonly Column[];
  /** What a deletion takes along that cannot be brought back: all of the row, or only its pictures. None: nothing. */
  loses?: 'row' | 'pictures';
};

export const CREATED_AT = { name: 'createdAt', kind: 'instant' } as const satisfies Column;
export const UPDATED_AT = { name: 'updatedAt', kind: 'instant' } as const satisfies Column;
