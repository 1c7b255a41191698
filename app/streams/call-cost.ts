import { netOf } from '#protocol/charge.ts';

export type Side = 'consumer' | 'producer';

/** The payments of a call, summed, in the currency's smallest unit. */
type Paid = {
  due: number;
  refunded: number;
  earned: number;
  captureAt: Date | null;
  isCharged: boolean;
  waits: boolean;
  isUnpaid: boolean;
  feeBps: number | null;
};

type Priced = {
  side: Side;
  /** Whether `amount` is what it costs unless something goes wrong, or the most that it can cost. */
  isMost: boolean;
  amount: number;
  currency: string;
  /** Whether it has been decided what is charged. */
  isDecided: boolean;
  paid: Paid;
};

/**
 * What a call costs its viewer, or what its streamer gets: `about` says in which words.
 * @property at when it is charged, if it still is
 */
export type Cost = {
  about:
    | 'costs'
    | 'costsAtMost'
    | 'gets'
    | 'getsAtMost'
    | 'nothing'
    | 'unpaid'
    | 'pays'
    | 'earns'
    | 'paid'
    | 'paidRefunded'
    | 'earned'
    | 'earnedRefunded'
    | 'waits';
  amount: number;
  /** What the customer pays, of which a streamer's `amount` is a part. */
  of: number;
  refunded: number;
  currency: string;
  at: Date | null;
};

/** What a paid call costs the person who reads of it. */
export function costOf(call: Priced): Cost {
  const { side, currency, paid } = call;
  const isPayer = side === 'consumer';
  const { refunded } = paid;
  const cost = (about: Cost['about'], amount: number, of = amount, at: Date | null = null): Cost => ({
    ...{ about, amount, of, refunded, currency, at },
  });
  if (!call.isDecided) {
    if (isPayer) return cost(call.isMost ? 'costsAtMost' : 'costs', call.amount);
    return cost(call.isMost ? 'getsAtMost' : 'gets', netOf(call.amount, paid.feeBps ?? 0), call.amount);
  }
  if (paid.due === 0) return cost(paid.isUnpaid ? 'unpaid' : 'nothing', 0);
  if (!paid.isCharged) {
    const { captureAt } = paid;
    // A fee for cancelling is charged at once.
    if (isPayer) return cost(captureAt ? 'pays' : 'costs', paid.due, paid.due, captureAt);
    return cost(captureAt ? 'earns' : 'gets', paid.earned, paid.due, captureAt);
  }
  if (isPayer) return cost(refunded > 0 ? 'paidRefunded' : 'paid', paid.due);
  if (paid.waits) return cost('waits', paid.earned, paid.due);
  return cost(refunded > 0 ? 'earnedRefunded' : 'earned', paid.earned, paid.due);
}
