import type { History } from './history.ts';

/** How Stripe's events are delivered in a story. */
export type Delivery = {
  /** Called at the beginning and before each part, which lasts more than a day. */
  begin?(history: History): Promise<unknown>;
  /** Called every few hours. */
  within?(history: History): Promise<unknown>;
  /** Drops the events at the end; by default they are delivered in order. */
  atEnd?: 'drop';
};

export const IN_TIME: Delivery = { within: (history) => history.deliverEvents({ release: 'in-order' }) };

/** Deliveries that must lead to the same outcome as `IN_TIME`. */
export const DELIVERIES: Record<string, (seed: number) => Delivery> = {
  twice: () => ({ within: (history) => history.deliverEvents({ release: 'in-order', copies: 2 }) }),
  'in any order': (seed) => {
    let nth = 0;
    // Delays some events so that later ones overtake them.
    const comes = () => ((seed >>> (nth++ % 31)) & 1) === 0;
    const within: Delivery['within'] = async (history) =>
      comes() && history.deliverEvents({ release: 'shuffled', seed: seed + nth });
    return { within };
  },
  'from the last to the first': () => ({
    within: (history) => history.deliverEvents({ release: 'reversed' }),
  }),
  // Events of one part are delivered at the beginning of the next.
  'a day late': () => ({ begin: (history) => history.deliverEvents({ release: 'in-order' }) }),
  never: () => ({
    begin: ({ world }) => world.sandbox.control('events', { mode: 'drop' }),
    atEnd: 'drop',
  }),
};
