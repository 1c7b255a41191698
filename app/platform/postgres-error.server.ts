import { DrizzleQueryError } from 'drizzle-orm';
import postgres from 'postgres';

/** What the database said of a query that it refused; undefined if the error is no such refusal. */
export function postgresErrorOf(error: unknown): postgres.PostgresError | undefined {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  return cause instanceof postgres.PostgresError ? cause : undefined;
}

/** The constraint or unique index that refused a query; undefined if none did. */
export function violatedConstraint(error: unknown): string | undefined {
  return postgresErrorOf(error)?.constraint_name;
}
