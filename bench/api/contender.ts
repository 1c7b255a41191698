/**
 * What is asked for. `list`: a page of the few hundred rows of one country, sorted, with their number; `long list`: the same of
 * a third of all rows, most of which PostgreSQL spends on counting.
 */
export const OPERATIONS = ['list', 'long list', 'read', 'update'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** One way to the rows of the table `city`. */
export type Contender = Record<Operation, () => Promise<unknown>> & {
  name: string;
  /** Its server's processes, without PostgreSQL; empty if it is this process. */
  pids: readonly number[];
};

/** The columns that every contender answers with. */
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

/** A page of the list, from 1, of the rows of a country. */
export type Page = { country: string; page: number };

/** The rows that all contenders are asked for. */
export type Sample = {
  short(): Page;
  long(): Page;
  ids: {
    any(): string;
    /** Runs work with a row that no other work has meanwhile: updates are measured, not conflicts. */
    alone<T>(work: (id: string) => Promise<T>): Promise<T>;
  };
};

/** A country that has a third of all rows. */
export const LARGE = 'ES';
/** Pages that are asked for of it, and of each of the others. */
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
