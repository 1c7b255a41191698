import type { Transaction } from '#db/client.ts';
import { db } from './database.server.ts';
import { postgresErrorOf } from './postgres-error.server.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS = 4;

/**
 * Does all of the work or nothing of it. An account is deleted with all that hangs on it, of which others may hold a row
 * and wait for the account: the database gives up one of the two, and that is done again after the other.
 * @param work done anew each time, so it changes nothing but the database
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
