import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { currentRequest } from '#app/platform/request-context.server.ts';
import type { Database, Transaction } from '#db/client.ts';
import { audit, user } from '#db/schema/index.ts';
import type { AuditAction } from './actions.ts';
import { changedFields } from './changed-fields.ts';

export type AuditEntry = {
  action: AuditAction;
  /** The entity's name in the generic API. */
  entity?: string;
  rowId?: string;
  /** The row before and after a change; the fields that differ are recorded. */
  before?: Readonly<Record<string, unknown>> | null;
  after?: Readonly<Record<string, unknown>> | null;
  /** Fields recorded only as changed, without their values. */
  hidden?: readonly string[];
  /** The user who acted, null if unknown. Default: the request's sender. */
  actorId?: string | null;
};

/** Longest address: an IPv6 address with an embedded IPv4 address. */
const ADDRESS_LENGTH = 45;

/**
 * Adds an entry to the audit trail, with the network address of the request.
 * @param on the transaction of the recorded change, so that both or neither are stored
 */
export async function recordAudit(on: Database | Transaction, entry: AuditEntry): Promise<void> {
  const { action, entity, rowId, hidden } = entry;
  const request = currentRequest();
  const actorId = entry.actorId === undefined ? (request?.viewer?.id ?? null) : entry.actorId;
  await on.insert(audit).values({
    action,
    entity,
    rowId,
    ...changedFields(entry.before ?? null, entry.after ?? null, hidden),
    actorId,
    // A subquery, so that an entry costs one query.
    actorName: actorId && sql`(select ${user.username} from ${user} where ${user.id} = ${actorId})`,
    address: request && plainAddress(request.address),
  });
}

/** A dual-stack socket reports IPv4 clients as IPv4-mapped addresses: ::ffff:192.0.2.1. */
function plainAddress(address: string): string | null {
  return isIP(address) ? ipaddr.process(address).toString().slice(0, ADDRESS_LENGTH) : null;
}
