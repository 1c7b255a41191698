import type { Transaction } from '#db/client.ts';
import { db } from './database.server.ts';
import { postgresErrorOf } from './postgres-error.server.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS = 4;

/**
 * Runs the work in a transaction, and retries it after a deadlock. Deleting an account locks its dependent rows; if
 * another transaction holds one of them while waiting for the account, PostgreSQL aborts one of the two.
 * @param work may run several times, so it must have no effects outside the database
 * @throws as the work and the database do
 */
export async function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work);
    } catch (error) {
      if (attempt === ATTEMPTS || postgresErrorOf(error)?.code !== DEADLOCK_DETECTED) throw error;
    }
  }
}
