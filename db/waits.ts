import { channel } from 'node:diagnostics_channel';
import type postgres from 'postgres';

/**
 * The seconds that each query and each transaction of a pool waited until a connection was its own. Whoever counts them subscribes
 * by this name: a web server has two copies of this module, each with a pool.
 */
export const DATABASE_WAITS = 'panocall:database-wait';

const waits = channel(DATABASE_WAITS);

/**
 * Times the waits of a pool, of which the driver tells nothing. What it does say is which queries are `active`: those that their
 * connection works at. A transaction begins by a query of the pool.
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
