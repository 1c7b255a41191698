import { z } from 'zod';
import { AUDIT_ACTIONS } from '#app/audit/actions.ts';
import { id, identity } from '../fields.ts';

const fields = z.record(z.string(), z.unknown()).nullable();

/** An entry of the audit trail. Read-only. */
export const auditSchema = {
  row: z.object({
    ...identity,
    action: z.enum(AUDIT_ACTIONS),
    actorId: id.nullable().meta({ description: 'Null for visitors and for the program itself' }),
    actorName: z.string().nullable().meta({ description: 'Their username at the time' }),
    address: z.string().nullable().meta({ description: "The client's network address" }),
    entity: z.string().nullable().meta({ description: 'The kind of row that it is about' }),
    rowId: z.string().nullable(),
    before: fields.meta({ description: 'The changed fields before; `***` for values that are not recorded' }),
    after: fields,
  }),
};
