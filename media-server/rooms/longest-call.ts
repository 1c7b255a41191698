import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { parameter } from '#db/schema/index.ts';
import { type ParameterName, takesValue } from '#protocol/parameters.ts';
import { HOUR_MS } from '../limit-settings.ts';

const PARAMETER: ParameterName = 'call-longest-hours';

/**
 * Maximum duration of a call according to the table of parameters, in ms.
 * @param fallback if the parameter is not set, or not a positive number
 */
export async function readLongestCall(db: Database, fallback: number): Promise<number> {
  const [row] = await db
    .select({ value: parameter.value })
    .from(parameter)
    .where(eq(parameter.name, PARAMETER));
  return row && takesValue(PARAMETER, row.value) ? Number(row.value) * HOUR_MS : fallback;
}
