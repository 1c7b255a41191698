import { DrizzleQueryError } from 'drizzle-orm';
import postgres from 'postgres';

/** The constraint or unique index that refused a query; undefined if none did. */
export function violatedConstraint(error: unknown): string | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof postgres.PostgresError ? cause.constraint_name : undefined;
}
