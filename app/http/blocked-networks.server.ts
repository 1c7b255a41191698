import { isIP } from 'node:net';
import { sql } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { blockAddress } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** An IPv4 address as servers see it that listen on IPv6 too. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/**
 * Refuses clients of networks that an administrator has blocked.
 * @param address the client's, as in `context.clientAddress`
 * @throws ProtocolError ADDRESS_BLOCKED
 */
export async function refuseBlockedAddress(address: string): Promise<void> {
  const plain = address.replace(MAPPED, '');
  if (!isIP(plain)) return;
  const rows = await db
    .select({ id: blockAddress.id })
    .from(blockAddress)
    .where(sql`${blockAddress.address} >>= ${plain}::inet`)
    .limit(1);
  if (rows.length > 0) throw new ProtocolError('ADDRESS_BLOCKED');
}
