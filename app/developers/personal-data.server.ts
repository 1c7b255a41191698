import { desc, eq, getTableColumns } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { apiKey, webhook } from '#db/schema/index.ts';

/** API keys without their hashes, and webhooks. */
export async function developerData(userId: string) {
  const [apiKeys, webhooks] = await Promise.all([apiKeysOf(userId), webhooksOf(userId)]);
  return { apiKeys, webhooks };
}

function apiKeysOf(id: string) {
  const { userId, tokenHash, version, ...fields } = getTableColumns(apiKey);
  return db.select(fields).from(apiKey).where(eq(userId, id)).orderBy(desc(apiKey.createdAt));
}

function webhooksOf(id: string) {
  const { userId, version, ...fields } = getTableColumns(webhook);
  return db.select(fields).from(webhook).where(eq(userId, id)).orderBy(desc(webhook.createdAt));
}
