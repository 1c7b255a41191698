import { z } from 'zod';
import { readRow } from '#app/entities/crud/crud.server.ts';
import { type Row, rowSchema } from '#app/entities/crud/rows.server.ts';
import type { Column, EntityView } from '#app/entities/entity-view.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { ADMIN_ENTITIES } from '../admin-entity.server.ts';
import type { ShownRow } from '../row-extra.ts';
import { type Shown, shownSchema } from '../row-values.server.ts';
import type { EntitySection } from '../sections.ts';
import { usernamesIn } from '../usernames.server.ts';

/** A field before and after a change; undefined where it had no value. */
export type Change = {
  name: string;
  /** The field's column elsewhere in the administration; null if it has none. */
  column: Column | null;
  before: Shown | undefined;
  after: Shown | undefined;
};

export type AuditEntryPage = {
  of: 'audit';
  /** ISO 8601 */
  at: string;
  address: string | null;
  actor: { id: string; name: string; exists: boolean } | null;
  row: AuditedRow | null;
  changes: Change[];
  usernames: Record<string, string>;
};

type AuditedRow = {
  entity: string;
  id: string;
  /** Null if the row no longer exists or has no page. */
  section: EntitySection | null;
  /** The row's current title; empty without a section. */
  title: string;
};

const entrySchema = z.object({
  createdAt: z.date(),
  address: z.string().nullable(),
  actorId: z.string().nullable(),
  actorName: z.string().nullable(),
  entity: z.string().nullable(),
  rowId: z.string().nullable(),
  before: rowSchema.nullable(),
  after: rowSchema.nullable(),
});

/** Audited fields that belong to no entity. */
const OTHER_COLUMNS: readonly Column[] = [
  { name: 'approved', kind: 'boolean' },
  { name: 'job', kind: 'text' },
  { name: 'limit', kind: 'text' },
  { name: 'path', kind: 'text' },
  { name: 'picture', kind: 'text' },
  { name: 'sessionId', kind: 'text' },
  { name: 'sessions', kind: 'choices', options: [] },
  { name: 'strikes', kind: 'number' },
  { name: 'suspensionReason', kind: 'text' },
  { name: 'userAgent', kind: 'text' },
];

export const auditExtra = { read: ({ viewer, row }: ShownRow) => auditEntryPage(viewer, row) };

/** Data for the page of an audit entry. */
async function auditEntryPage(viewer: SignedIn, entry: Row): Promise<AuditEntryPage> {
  const { createdAt, address, actorId, actorName, entity, rowId, before, after } = entrySchema.parse(entry);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = names.map((name) => ({
    name,
    column: columnOf(entity, name),
    before: shown(before?.[name]),
    after: shown(after?.[name]),
  }));
  const columns = changes.flatMap(({ column }) => column ?? []);
  const actors: Column = { name: 'actorId', kind: 'user' };
  const usernames = await usernamesIn([...columns, actors], [{ actorId }, before ?? {}, after ?? {}]);
  return {
    of: 'audit',
    at: createdAt.toISOString(),
    address,
    actor: actorId === null ? null : actorOf(actorId, actorName, usernames[actorId]),
    row: entity && rowId ? await auditedRow(viewer, entity, rowId) : null,
    changes,
    usernames,
  };
}

function actorOf(id: string, nameThen: string | null, nameNow: string | undefined) {
  return { id, name: nameThen ?? nameNow ?? id, exists: nameNow !== undefined };
}

async function auditedRow(viewer: SignedIn, entity: string, id: string): Promise<AuditedRow> {
  const found = ADMIN_ENTITIES.find(({ name }) => name === entity);
  const gone = { entity, id, section: null, title: '' };
  if (!found) return gone;
  try {
    const row = await readRow(found, viewer, id);
    return { entity, id, section: found.name, title: String(row[found.view.title] ?? '') };
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'NOT_FOUND') return gone;
    throw error;
  }
}

/** Finds a field's column in the entity's own views, else in any: an entry about a user may include a role. */
function columnOf(entity: string | null, name: string): Column | null {
  const own = ADMIN_ENTITIES.filter((each) => each.name === entity);
  const views = [...own, ...ADMIN_ENTITIES].map(({ view }): EntityView => view);
  const columns = [...views.flatMap(columnsOf), ...OTHER_COLUMNS];
  return columns.find((column) => column.name === name) ?? null;
}

function columnsOf({ columns, facts, fields }: EntityView): Column[] {
  const written = fields.map((field): Column => {
    switch (field.kind) {
      case 'text':
      case 'multiline':
      case 'markdown':
        return { name: field.name, kind: 'text' };
      case 'choice':
      case 'choices':
        return { name: field.name, kind: field.kind, options: field.options };
      default:
        return { name: field.name, kind: field.kind };
    }
  });
  return [...columns, ...facts, ...written];
}

function shown(value: unknown): Shown | undefined {
  if (value === undefined) return undefined;
  return shownSchema.safeParse(value).data ?? JSON.stringify(value);
}
