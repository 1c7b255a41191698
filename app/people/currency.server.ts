import type { z } from 'zod';
import { currencyName } from '#app/entities/lookups/schema.ts';
import { siteCookie } from '#app/http/viewers/cookie.server.ts';

export type Currency = z.infer<typeof currencyName>;

const DEFAULT_CURRENCY: Currency = 'EUR';

/** Stores the currency chosen for prices. */
const currencyCookie = siteCookie('currency', { maxAge: 365 * 24 * 60 * 60 });

/** Currency chosen in the URL (`?currency=`) or earlier. */
export async function currencyOf(request: Request): Promise<Currency> {
  return chosenCurrency(request) ?? (await keptCurrency(request)) ?? DEFAULT_CURRENCY;
}

/** The `Set-Cookie` header that stores the URL's choice; empty if there is no new choice. */
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
