import { recordAudit } from '#app/audit/record.server.ts';
import type { Viewer } from '#app/http/viewers/viewer.ts';
import type { Transaction } from '#db/client.ts';
import type { Entity } from '../entity.server.ts';
import { type Row, roleOf } from './rows.server.ts';

type Write = {
  action: 'CREATE' | 'UPDATE' | 'DELETE' | 'RESTORE';
  id: string;
  /** The row before and after the write, as shown to the viewer. */
  before?: Row;
  after?: Row;
};

/** Records a write in the audit trail if an administrator made it, or if the entity also records its owners' writes. */
export async function recordWrite(
  tx: Transaction,
  { name, schema, audit = {} }: Entity,
  viewer: Viewer,
  { action, id, before, after }: Write,
): Promise<void> {
  if (!roleOf(viewer).administers && !audit.alsoByOwners?.includes(action)) return;
  const { keptOfDeleted = Object.keys(schema.row.shape) } = audit;
  const was = before && action === 'DELETE' ? only(keptOfDeleted, before) : before;
  const row = after ?? before;
  await recordAudit(tx, {
    action: audit.calls?.[action] ?? action,
    ...(audit.partOf && row
      ? { entity: audit.partOf.entity, rowId: String(row[audit.partOf.key]) }
      : { entity: name, rowId: id }),
    before: was,
    after: after && only(Object.keys(schema.row.shape), after),
    hidden: audit.hides,
    actorId: viewer?.id ?? null,
  });
}

function only(names: readonly string[], row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
}
