import { eq, getTableColumns } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { parameter } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { problemOfValue } from '#protocol/parameters.ts';
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
});

/** Reads the row, as an update may give only its name or its value. */
async function refuseWrongValue(tx: Transaction, id: string): Promise<void> {
  const [row] = await tx
    .select({ name: parameter.name, value: parameter.value })
    .from(parameter)
    .where(eq(parameter.id, id));
  const problem = row && problemOfValue(row.name, row.value);
  if (!problem) return;
  const message =
    problem.kind === 'atLeast' ? `must be ${problem.limit} or more` : 'is not of the type of this parameter';
  throw new ProtocolError('INVALID_DATA', [{ path: 'value', message, problem }]);
}
