import { channel } from 'node:diagnostics_channel';
import type postgres from 'postgres';

/**
 * Diagnostics channel of the time in s that each query and transaction of a pool waited for a connection. Subscribers
 * use the name, as a web server has two copies of this module, each with a pool.
 */
export const DATABASE_WAITS = 'panocall:database-wait';

const waits = channel(DATABASE_WAITS);

/**
 * Measures the waits of a pool, which the driver does not report. It only marks a query as `active` once its connection
 * works on it. A transaction begins with a query of the pool.
 */
export function timeWaits(client: postgres.Sql): void {
  const { unsafe } = client;
  const timed: typeof unsafe = (...asked) => timeWait(unsafe(...asked));
  Object.assign(client, { unsafe: timed });
}

/** @returns the query */
function timeWait<Query extends object>(query: Query): Query {
  if (!waits.hasSubscribers) return query;
  const from = performance.now();
  let active = false;
  return Object.defineProperty(query, 'active', {
    get: () => active,
    set(is: boolean) {
      if (is && !active) waits.publish((performance.now() - from) / 1000);
      active = is;
    },
  });
}
