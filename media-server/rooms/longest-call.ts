import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#db/client.ts';
import { parameter } from '#db/schema/index.ts';
import { HOUR_MS } from '../limits.ts';

/** Set by administrators, in hours. */
const PARAMETER = 'call-longest-hours';

const hoursSchema = z.coerce.number().positive();

/**
 * The longest life of a call according to the table of parameters, in milliseconds.
 * @param fallback if the parameter is not set, or not a positive number
 */
export async function readLongestCall(db: Database, fallback: number): Promise<number> {
  const [row] = await db
    .select({ value: parameter.value })
    .from(parameter)
    .where(eq(parameter.name, PARAMETER));
  const hours = hoursSchema.safeParse(row?.value);
  return hours.success ? hours.data * HOUR_MS : fallback;
}
