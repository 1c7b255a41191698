import { asc } from 'drizzle-orm';
import { db } from '#app/platform/database.server.ts';
import { city } from '#db/schema/index.ts';

/** The places that administrators offer to move the map to, by country code and name. */
export function listCities() {
  return db
    .select({
      id: city.id,
      name: city.name,
      country: city.country,
      latitude: city.latitude,
      longitude: city.longitude,
    })
    .from(city)
    .orderBy(asc(city.country), asc(city.name));
}
