import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { db } from '#app/platform/database.server.ts';
import { blockAddress } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/**
 * Rejects clients of networks that an administrator has blocked.
 * @param address the client's, as in `context.clientAddress`
 * @throws ProtocolError ADDRESS_BLOCKED
 */
export async function refuseBlockedAddress(address: string): Promise<void> {
  if (!isIP(address)) return;
  // A dual-stack socket reports IPv4 clients as IPv4-mapped addresses: ::ffff:192.0.2.1.
  const plain = ipaddr.process(address).toString();
  const rows = await db
    .select({ id: blockAddress.id })
    .from(blockAddress)
    .where(sql`${blockAddress.address} >>= ${plain}::inet`)
    .limit(1);
  if (rows.length > 0) throw new ProtocolError('ADDRESS_BLOCKED');
}
