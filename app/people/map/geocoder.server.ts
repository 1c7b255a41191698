import { z } from 'zod';
import type { Language } from '#app/i18n/languages.ts';
import { env } from '#app/platform/env.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { get } from '#app/platform/outbound/get.server.ts';
import type { FoundPlace } from './found-places.ts';

const TIMEOUT_MS = 5_000;
/** Five places take some kilobytes. */
const MAX_BYTES = 200_000;
/** OpenStreetMap's own geocoder allows one request a second (https://operations.osmfoundation.org/policies/nominatim/). */
const APART_MS = 1_000;
/** Longest wait for a turn; later requests are not made. */
const MAX_WAIT_MS = 4_000;
const KEPT_MS = 10 * 60_000;
const MAX_KEPT = 500;

/** https://nominatim.org/release-docs/latest/api/Search/ */
const answerSchema = z.array(
  z.object({
    display_name: z.string().min(1).max(1_000),
    lat: z.coerce.number().min(-90).max(90),
    lon: z.coerce.number().min(-180).max(180),
  }),
);

const kept = new Map<string, { at: number; places: FoundPlace[] }>();
/** When the next request may be made, ms since 1970. */
let nextAt = 0;

/**
 * Asks the operator's geocoder for places with a name.
 * @returns null without a geocoder, if it does not answer, or too many ask at once
 */
export async function askGeocoder(
  typed: string,
  language: Language,
  most: number,
): Promise<FoundPlace[] | null> {
  if (env.GEOCODER_URL === undefined) return null;
  const key = `${language} ${typed.trim().toLowerCase()}`;
  const known = kept.get(key);
  if (known && Date.now() - known.at < KEPT_MS) return known.places;
  if (!(await takeTurn())) return null;
  const url = new URL(env.GEOCODER_URL);
  const query = { q: typed.trim(), format: 'jsonv2', limit: String(most), 'accept-language': language };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  try {
    const places = answerSchema
      .parse(JSON.parse(await get(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES })))
      .slice(0, most)
      .map(({ display_name: name, lat, lon }) => ({ name, latitude: metre(lat), longitude: metre(lon) }));
    keep(key, places);
    return places;
  } catch (error) {
    // What was typed stays out of the log.
    logger.warn({ err: error instanceof Error ? error.name : 'error' }, 'the geocoder did not answer');
    return null;
  }
}

/** Waits until a request may be made. @returns false if that takes too long */
async function takeTurn(): Promise<boolean> {
  const now = Date.now();
  const at = Math.max(now, nextAt);
  if (at - now > MAX_WAIT_MS) return false;
  nextAt = at + APART_MS;
  await new Promise((resolve) => setTimeout(resolve, at - now));
  return true;
}

function keep(key: string, places: FoundPlace[]): void {
  kept.delete(key);
  kept.set(key, { at: Date.now(), places });
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
}

/** Five decimals are about a metre. */
const metre = (degrees: number): number => Math.round(degrees * 100_000) / 100_000;
