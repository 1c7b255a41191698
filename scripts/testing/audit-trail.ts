import { openDatabase } from '#db/client.ts';
import { audit } from '#db/schema/index.ts';

/** A database's audit trail, one entry per line. */
export async function auditTrail(url: string): Promise<string> {
  const db = openDatabase(url);
  try {
    const entries = await db.select().from(audit);
    return entries.map((entry) => JSON.stringify(entry)).join('\n');
  } finally {
    await db.$client.end();
  }
}
