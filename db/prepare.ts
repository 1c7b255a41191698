import type postgres from 'postgres';

/** Maximum number of statements prepared per connection: each takes memory of its server process. */
const MAX_PREPARED = 200;
/** Number of uses after which a text is prepared, which excludes one-off queries. */
const OFTEN = 5;
/** Maximum number of texts counted before the counts are reset. */
const MAX_COUNTED = 2_000;

type Client = postgres.Sql | postgres.TransactionSql;

/**
 * Makes connections prepare frequent queries. Otherwise each query with parameters waits for PostgreSQL twice, the
 * first time to learn their types, and is planned each time. The number of texts is limited, as they depend on
 * requests.
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
