import { type Finding, ok, open, wrong } from './finding.ts';

/**
 * @param done migrations that the database has
 * @param all that this version has; NaN if the database has no tables
 */
export function migrationFinding({ done, all }: { done: number; all: number }): Finding {
  if (done === all) return ok('The database has all migrations');
  if (done > all) return open('The database has migrations that this version lacks');
  const todo = 'Run node scripts/migrate.ts before the servers. Compose: docker compose run --rm migrate';
  return wrong(
    done === 0 ? 'The database was never migrated' : `The database lacks ${all - done} of ${all} migrations`,
    todo,
  );
}
