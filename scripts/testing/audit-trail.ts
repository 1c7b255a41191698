import { openDatabase } from '#db/client.ts';
import { audit } from '#db/schema/index.ts';

/** Everything in a database's audit trail, one entry a line. */
export async function auditTrail(url: string): Promise<string> {
  const db = openDatabase(url);
  try {
    const entries = await db.select().from(audit);
    return entries.map((entry) => JSON.stringify(entry)).join('\n');
  } finally {
    await db.$client.end();
  }
}
