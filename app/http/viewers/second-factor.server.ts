import { sql } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { env } from '#app/platform/env.server.ts';
import { currentParameters } from '#app/platform/parameters.server.ts';
import { isSecondFactorDemanded } from './second-factor-demand.ts';

/**
 * Whether an administrator must set up a second factor before they may use their authority.
 * @throws as the database does
 */
export async function lacksSecondFactor(userId: string): Promise<boolean> {
  const demand = (await currentParameters()).text('admin-second-factor');
  // Avoids the query in most cases.
  if (!isSecondFactorDemanded(demand, env, new Date(0))) return false;
  const [row] = await db.execute<{ has: boolean; installedAt: Date | string }>(sql`
    select
      exists (select from passkey where user_id = ${userId})
        or exists (select from totp where user_id = ${userId} and confirmed_at is not null) as "has",
      (select min(created_at) from "user") as "installedAt"`);
  return row !== undefined && !row.has && isSecondFactorDemanded(demand, env, new Date(row.installedAt));
}
