import { spend } from '#app/http/limits/rate-limits.server.ts';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import type { Language } from '#app/i18n/languages.ts';
import { findCities } from './cities.server.ts';
import type { Found } from './found-places.ts';
import { askGeocoder } from './geocoder.server.ts';

/** Places found at once. */
const MOST = 5;

/**
 * The places that a name may mean, by the operator's geocoder, or by the site's cities without one or while it does not
 * answer.
 * @throws RetryLater RATE_LIMITED
 */
export async function findPlaces(viewer: SignedIn, typed: string, language: Language): Promise<Found> {
  await spend('place', viewer.id);
  const places = await askGeocoder(typed, language, MOST);
  if (places) return { by: 'geocoder', places };
  const cities = await findCities(typed, MOST);
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  return {
    by: 'cities',
    places: cities.map(({ name, country, latitude, longitude }) => ({
      ...{ name: `${name}, ${countries.of(country) ?? country}`, latitude, longitude },
    })),
  };
}
