import type postgres from 'postgres';

/** Texts that every connection keeps prepared at most: each takes memory of its server process. */
const MAX_PREPARED = 200;
/** A text that comes so often is prepared: what someone makes up for once is not. */
const OFTEN = 5;
/** Texts that are counted at most, before counting begins anew. */
const MAX_COUNTED = 2_000;

type Client = postgres.Sql | postgres.TransactionSql;

/**
 * Has connections prepare the texts that come often. Otherwise each query with parameters waits for PostgreSQL twice, once
 * to learn their types, and is planned anew. As texts follow from what is asked for, their number has a bound.
 */
export function prepareOften(client: postgres.Sql): void {
  const prepared = new Set<string>();
  const counts = new Map<string, number>();
  const isOften = (text: string): boolean => {
    if (prepared.has(text)) return true;
    if (prepared.size === MAX_PREPARED) return false;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < OFTEN) {
      if (counts.size === MAX_COUNTED) counts.clear();
      counts.set(text, count);
      return false;
    }
    counts.delete(text);
    prepared.add(text);
    return true;
  };
  const preparing = <C extends Client>(one: C): C => {
    const { unsafe } = one;
    const preparingUnsafe: typeof unsafe = (text, parameters = [], options = {}) =>
      unsafe(text, parameters, parameters.length > 0 ? { ...options, prepare: isOften(text) } : options);
    return Object.assign(one, { unsafe: preparingUnsafe });
  };
  const { begin } = preparing(client);
  type Work<T> = (tx: postgres.TransactionSql) => T | Promise<T>;
  Object.assign(client, {
    begin: <T>(...args: [work: Work<T>] | [options: string, work: Work<T>]) =>
      args.length === 1
        ? begin((tx) => args[0](preparing(tx)))
        : begin(args[0], (tx) => args[1](preparing(tx))),
  });
}
