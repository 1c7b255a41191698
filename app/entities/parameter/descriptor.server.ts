import { eq, getTableColumns, sql } from 'drizzle-orm';
import { readPolicy } from '#app/marketplace/read-policy.server.ts';
import type { Transaction } from '#db/client.ts';
import { parameter } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { problemOfValue } from '#protocol/parameters.ts';
import { type Conflict, conflictIn } from '#protocol/policy.ts';
import type { Problem } from '#protocol/problem.ts';
import { defineEntity } from '../entity.server.ts';
import { ADMINS_WRITE } from '../permissions.ts';
import { parameterSchema } from './schema.ts';
import { parameterView } from './view.ts';

export const parameterEntity = defineEntity({
  name: 'parameter',
  schema: parameterSchema,
  view: parameterView,
  permissions: { read: { anyone: 'any' }, ...ADMINS_WRITE },
  table: parameter,
  key: parameter.id,
  fields: getTableColumns(parameter),
  search: [parameter.name, parameter.value],
  filters: ['name'],
  sort: ['name', 'createdAt', 'updatedAt'],
  relate: refuseWrongValue,
  beforeDelete: refuseDeletion,
});

/** Any number not used for another advisory lock. */
const POLICY_LOCK = 360_363;

/** Reads the row, as an update may contain only its name or its value. */
async function refuseWrongValue(tx: Transaction, id: string): Promise<void> {
  const [row] = await tx
    .select({ name: parameter.name, value: parameter.value })
    .from(parameter)
    .where(eq(parameter.id, id));
  if (!row) return;
  const problem = problemOfValue(row.name, row.value);
  if (problem)
    throw new ProtocolError('INVALID_DATA', [{ path: 'value', message: saying(problem), problem }]);
  const conflict = await conflictWith(tx, row.name);
  if (!conflict) return;
  const { kind, limit, ...values } = conflict;
  const together = { kind: `${kind}With`, limit, conflict: values } as const;
  throw new ProtocolError('INVALID_DATA', [
    { path: 'value', message: sayingOf(conflict), problem: together },
  ]);
}

/** Refuses a deletion whose effect, the parameter's initial value, conflicts with other parameters. */
async function refuseDeletion(tx: Transaction, id: string): Promise<void> {
  // Deletes first, so that the check sees the resulting policy.
  const [row] = await tx.delete(parameter).where(eq(parameter.id, id)).returning();
  const conflict = row && (await conflictWith(tx, row.name));
  if (conflict) throw new ProtocolError('IN_USE', [{ path: 'value', message: sayingOf(conflict) }]);
}

/** Takes a lock, so that two concurrent changes cannot be consistent separately but conflict together. */
async function conflictWith(tx: Transaction, changed: string): Promise<Conflict | null> {
  await tx.execute(sql`select pg_advisory_xact_lock(${POLICY_LOCK})`);
  return conflictIn(await readPolicy(tx), changed);
}

function saying({ kind, limit }: Problem): string {
  if (kind === 'atLeast') return `must be ${limit} or more`;
  return kind === 'atMost' ? `must be ${limit} or less` : 'is not of the type of this parameter';
}

const sayingOf = ({ name, value, other, otherValue, kind, limit }: Conflict): string =>
  `${name} of ${value} does not go with ${other} of ${otherValue}: ${saying({ kind, limit })}`;
