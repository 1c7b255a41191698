/**
 * Requests to compare. `list`: a page of the few hundred rows of one country, sorted, with their number; `long list`:
 * the same for a third of all rows, where PostgreSQL spends most of its time on counting.
 */
export const OPERATIONS = ['list', 'long list', 'read', 'update'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** One way to access the rows of the table `city`. */
export type Contender = Record<Operation, () => Promise<unknown>> & {
  name: string;
  /** Process ids of its server, without PostgreSQL; empty if it runs in this process. */
  pids: readonly number[];
};

/** Columns in every contender's answers. */
export const FIELDS = [
  'id',
  'created_at',
  'updated_at',
  'version',
  'name',
  'country',
  'latitude',
  'longitude',
] as const;

/** Page of the list, from 1, of a country's rows. */
export type Page = { country: string; page: number };

/** Rows that all contenders are asked for. */
export type Sample = {
  short(): Page;
  long(): Page;
  ids: {
    any(): string;
    /** Runs work with a row that no other work uses meanwhile, to measure updates rather than conflicts. */
    alone<T>(work: (id: string) => Promise<T>): Promise<T>;
  };
};

/** Country with a third of all rows. */
export const LARGE = 'ES';
/** Number of different pages requested of it, and of each other country. */
const PAGES = { long: 50, short: 10 };

/** @param ids of existing rows @param countries besides the large one */
export function sampleOf(ids: readonly string[], countries: readonly string[]): Sample {
  const free = [...ids];
  const any = (of: readonly string[]) => of[Math.floor(Math.random() * of.length)] ?? '';
  const upTo = (last: number) => 1 + Math.floor(Math.random() * last);
  return {
    short: () => ({ country: any(countries), page: upTo(PAGES.short) }),
    long: () => ({ country: LARGE, page: upTo(PAGES.long) }),
    ids: {
      any: () => any(ids),
      async alone(work) {
        const id = free.shift() ?? '';
        try {
          return await work(id);
        } finally {
          free.push(id);
        }
      },
    },
  };
}
