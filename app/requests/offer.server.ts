import { eq } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { minorOf, shownMinor } from '#app/i18n/price.ts';
import { isPayable } from '#app/payments/payouts/payouts.server.ts';
import { db } from '#app/platform/database.server.ts';
import { producerSetting } from '#db/schema/index.ts';
import { isChargeable } from '#protocol/charge.ts';
import { availableUntil } from './available.server.ts';
import { BUDGETS } from './schema.ts';

type Price = { currency: string; perMinute: number };

/**
 * Price and budgets of a call to a streamer now, in the viewer's currency, or in another one that the streamer has a
 * price in.
 * @returns null if they take no calls now
 */
export async function callOffer(
  streamer: { id: string; prices: readonly Price[] },
  currency: string,
  viewer: SignedIn | null,
) {
  const [until, payable, [setting]] = await Promise.all([
    availableUntil(streamer.id),
    isPayable(streamer.id),
    db
      .select({ most: producerSetting.maxBudgetMinutes })
      .from(producerSetting)
      .where(eq(producerSetting.userId, streamer.id)),
  ]);
  const price = streamer.prices.find((one) => one.currency === currency) ?? streamer.prices[0];
  if (!until || !payable || !price || !setting || viewer?.id === streamer.id) return null;
  const priceMinor = shownMinor(minorOf(price.perMinute, price.currency), price.currency);
  const budgets = BUDGETS.filter(
    (minutes) => minutes <= setting.most && isChargeable(priceMinor * minutes, price.currency),
  );
  return budgets.length === 0 ? null : { priceMinor, currency: price.currency, budgets };
}
export type CallOffer = NonNullable<Awaited<ReturnType<typeof callOffer>>>;
