import { DrizzleQueryError } from 'drizzle-orm';
import postgres from 'postgres';

/** The PostgreSQL error behind a failed query; undefined for other errors. */
export function postgresErrorOf(error: unknown): postgres.PostgresError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof postgres.PostgresError ? cause : undefined;
}

/** Constraint or unique index that a query violated; undefined if it violated none. */
export function violatedConstraint(error: unknown): string | undefined {
  return postgresErrorOf(error)?.constraint_name;
}
