import type { History } from './history.ts';

/** How events come in a story. */
export type Hearing = {
  /** At the beginning, and of each part, which takes more than a day. */
  begin?(history: History): Promise<unknown>;
  /** Every few hours. */
  within?(history: History): Promise<unknown>;
  /** What becomes of events at the end. Default: they come in time */
  atEnd?: 'drop';
};

export const IN_TIME: Hearing = { within: (history) => history.hear({ release: 'in-order' }) };

/** What is to come to the same as events in time. */
export const HEARINGS: Record<string, (seed: number) => Hearing> = {
  twice: () => ({ within: (history) => history.hear({ release: 'in-order', copies: 2 }) }),
  'in any order': (seed) => {
    let nth = 0;
    // Some wait for those that come after them.
    const comes = () => ((seed >>> (nth++ % 31)) & 1) === 0;
    const within: Hearing['within'] = async (history) =>
      comes() && history.hear({ release: 'shuffled', seed: seed + nth });
    return { within };
  },
  'from the last to the first': () => ({ within: (history) => history.hear({ release: 'reversed' }) }),
  // Those of one part at the beginning of the next one.
  'a day late': () => ({ begin: (history) => history.hear({ release: 'in-order' }) }),
  never: () => ({
    begin: ({ world }) => world.sandbox.control('events', { mode: 'drop' }),
    atEnd: 'drop',
  }),
};
