import { inArray } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { parameter } from '#db/schema/index.ts';
import { isPolicyName, PARAMETERS, takesValue } from '#protocol/parameters.ts';
import type { PolicyName } from '#protocol/policy.ts';

/** Reads a policy parameter's value, in its unit. */
export type PolicyNumbers = (name: PolicyName) => number;

const NAMES = Object.keys(PARAMETERS).filter(isPolicyName);

/** The policy in force, read in one snapshot so that terms agreed in the same transaction are consistent. */
export async function readPolicy(on: Database | Transaction): Promise<PolicyNumbers> {
  const rows = await on
    .select({ name: parameter.name, value: parameter.value })
    .from(parameter)
    .where(inArray(parameter.name, NAMES));
  const values = new Map(rows.map(({ name, value }) => [name, value.trim()]));
  return (name) => {
    const value = values.get(name);
    return Number(value !== undefined && takesValue(name, value) ? value : PARAMETERS[name].initial);
  };
}
