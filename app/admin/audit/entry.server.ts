import { z } from 'zod';
import { type Row, rowSchema } from '#app/entities/crud/rows.server.ts';
import type { Column, EntityView } from '#app/entities/entity-view.ts';
import { ADMIN_ENTITIES } from '../admin-entity.server.ts';
import type { ShownRow } from '../row-extra.ts';
import { type Shown, shownSchema } from '../row-values.server.ts';
import { type Titles, titlesIn } from '../titles/titles.server.ts';

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
  /** `name`: at the time of the entry. */
  actor: { id: string; name: string | null } | null;
  /** With a title if it still exists. */
  row: { entity: string; id: string } | null;
  changes: Change[];
  titles: Titles;
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

export const auditExtra = { read: ({ row }: ShownRow) => auditEntryPage(row) };

/** Data for the page of an audit entry. */
async function auditEntryPage(entry: Row): Promise<AuditEntryPage> {
  const { createdAt, address, actorId, actorName, entity, rowId, before, after } = entrySchema.parse(entry);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = names.map((name) => ({
    name,
    column: columnOf(entity, name),
    before: shown(before?.[name]),
    after: shown(after?.[name]),
  }));
  const columns = changes.flatMap(({ column }) => column ?? []);
  const titles = await titlesIn(
    [...columns, { name: 'actorId', kind: 'user' }, { name: 'rowId', kind: 'anyRow' }],
    [{ actorId, entity, rowId }, before ?? {}, after ?? {}],
  );
  return {
    of: 'audit',
    at: createdAt.toISOString(),
    address,
    actor: actorId === null ? null : { id: actorId, name: actorName },
    row: entity && rowId ? { entity, id: rowId } : null,
    changes,
    titles,
  };
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
      case 'parameter':
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
