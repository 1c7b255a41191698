import type { z } from 'zod';
import { currencyName } from '#app/entities/lookups/schema.ts';
import { siteCookie } from '#app/http/cookie.server.ts';

export type Currency = z.infer<typeof currencyName>;

const DEFAULT_CURRENCY: Currency = 'EUR';

/** Holds the currency that somebody wants to see prices in. */
const currencyCookie = siteCookie('currency', { maxAge: 365 * 24 * 60 * 60 });

/** The currency that the reader chose, in the address (`?currency=`) or before. */
export async function currencyOf(request: Request): Promise<Currency> {
  return chosenCurrency(request) ?? (await keptCurrency(request)) ?? DEFAULT_CURRENCY;
}

/** The header that makes the browser keep what was chosen in the address; none where nothing new was. */
export async function keepCurrency(request: Request): Promise<Record<string, string>> {
  const chosen = chosenCurrency(request);
  if (!chosen || chosen === (await keptCurrency(request))) return {};
  return { 'Set-Cookie': await currencyCookie.serialize(chosen, request) };
}

function chosenCurrency(request: Request): Currency | undefined {
  return currencyName.safeParse(new URL(request.url).searchParams.get('currency')).data;
}

async function keptCurrency(request: Request): Promise<Currency | undefined> {
  return currencyName.safeParse(await currencyCookie.read(request)).data;
}
