import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/** Number of the first migration checked. The baseline before it only runs on empty databases. */
const FIRST = 1;

const NAME = /(?:"?public"?\.)?"?(\w+)"?/.source;

/**
 * Statements that may break the previous version. `unless`: harmless if the same migration creates the table, or drops
 * the constraint.
 */
const BREAKING: { pattern: RegExp; why: string; unless?: 'table' | 'constraint' }[] = [
  { pattern: /^DROP TABLE/i, why: 'drops a table' },
  { pattern: /^ALTER TABLE .*\bDROP COLUMN\b/i, why: 'drops a column' },
  { pattern: /^ALTER .*\bRENAME\b/i, why: 'renames' },
  { pattern: /\bALTER COLUMN .*\b(SET DATA )?TYPE\b/i, why: 'changes a type' },
  {
    pattern: new RegExp(`^ALTER TABLE ${NAME} .*\\bSET NOT NULL\\b`, 'i'),
    why: 'requires a value',
    unless: 'table',
  },
  {
    pattern: new RegExp(
      `^ALTER TABLE ${NAME} ADD COLUMN (?!.*\\b(DEFAULT|GENERATED)\\b).*\\bNOT NULL\\b`,
      'i',
    ),
    why: 'adds a column that the version before does not fill in',
  },
  {
    pattern: new RegExp(`^CREATE UNIQUE INDEX .* ON ${NAME}`, 'i'),
    why: 'refuses rows that the version before writes',
    unless: 'table',
  },
  {
    pattern: new RegExp(`^ALTER TABLE ${NAME} ADD CONSTRAINT (?:"?(\\w+)"?)`, 'i'),
    why: 'refuses rows that the version before writes',
    unless: 'constraint',
  },
  {
    pattern: /^DROP (FUNCTION|TRIGGER|VIEW|TYPE|SCHEMA|EXTENSION)/i,
    why: 'drops what the version before may use',
  },
  { pattern: /^(DELETE|TRUNCATE)/i, why: 'deletes rows' },
];

/** Marks the statement below as safe: no running version needs what it removes. */
const CONTRACT = /^-- contract: \S+/m;

/** @returns the statements of a migration that may break the previous version */
function breaksIn(migration: string): string[] {
  const statements = migration.split('--> statement-breakpoint').map((text) => ({
    isAllowed: CONTRACT.test(text),
    sql: text
      .replaceAll(/^\s*--.*$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));
  const made = new Set<string>();
  const dropped = new Set<string>();
  for (const { sql } of statements) {
    const table = new RegExp(`^CREATE (?:UNLOGGED )?TABLE ${NAME}`, 'i').exec(sql)?.[1];
    if (table) made.add(table);
    const constraint = /\bDROP CONSTRAINT "?(\w+)"?/i.exec(sql)?.[1];
    if (constraint) dropped.add(constraint);
  }
  const found: string[] = [];
  for (const { sql, isAllowed } of statements) {
    for (const { pattern, why, unless } of BREAKING) {
      const [, table = '', constraint = ''] = pattern.exec(sql) ?? [];
      if (!pattern.test(sql) || isAllowed) continue;
      if (unless && made.has(table)) continue;
      // The same migration drops a constraint of that name, so this one presumably allows more.
      if (unless === 'constraint' && dropped.has(constraint)) continue;
      found.push(`${why}: ${sql.slice(0, 100)}`);
    }
  }
  return found;
}

describe('A migration', () => {
  const folder = new URL('./migrations/', import.meta.url);

  it('keeps the previous version running: CONTRIBUTING.md explains how to change and remove', async () => {
    const journal = z.object({ entries: z.array(z.object({ idx: z.number(), tag: z.string() })) });
    const { entries } = journal.parse(
      JSON.parse(await readFile(new URL('meta/_journal.json', folder), 'utf8')),
    );
    for (const { tag } of entries.filter(({ idx }) => idx >= FIRST))
      expect([tag, breaksIn(await readFile(new URL(`${tag}.sql`, folder), 'utf8'))]).toEqual([tag, []]);
  });

  it.each([
    'DROP TABLE "user";',
    'ALTER TABLE "user" DROP COLUMN "legal_name";',
    'ALTER TABLE "user" RENAME COLUMN "legal_name" TO "name";',
    'ALTER TABLE "user" RENAME TO "account";',
    'ALTER TABLE "user" ALTER COLUMN "latitude" SET DATA TYPE real;',
    'ALTER TABLE "user" ALTER COLUMN "latitude" SET NOT NULL;',
    'ALTER TABLE "user" ADD COLUMN "age" integer NOT NULL;',
    'CREATE UNIQUE INDEX "user_name" ON "user" USING btree ("first_name");',
    'ALTER TABLE "user" ADD CONSTRAINT "user_age" CHECK (age > 18);',
    'ALTER TABLE "public"."user" ADD CONSTRAINT "user_fk" FOREIGN KEY ("a") REFERENCES "public"."b"("id");',
    'DROP FUNCTION fold(text);',
    'DELETE FROM review;',
  ])('may not: %s', (sql) => {
    expect(breaksIn(sql)).toHaveLength(1);
    expect(breaksIn(`-- contract: 1.2 does without it\n${sql}`)).toEqual([]);
  });

  it.each([
    'CREATE TABLE "pet" ("id" uuid NOT NULL);--> statement-breakpoint\nALTER TABLE "pet" ADD CONSTRAINT "pet_id" UNIQUE("id");',
    'ALTER TABLE "user" ADD COLUMN "age" integer;',
    'ALTER TABLE "user" ADD COLUMN "age" integer DEFAULT 18 NOT NULL;',
    'ALTER TABLE "user" ALTER COLUMN "latitude" DROP NOT NULL;',
    'ALTER TABLE "user" DROP CONSTRAINT "user_language";--> statement-breakpoint\nALTER TABLE "user" ADD CONSTRAINT "user_language" CHECK (true);',
    'CREATE INDEX "user_age" ON "user" USING btree ("age");',
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM busy; END $$;',
  ])('may: %s', (sql) => expect(breaksIn(sql)).toEqual([]));
});
