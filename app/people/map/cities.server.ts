import { and, asc, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Location } from '#app/entities/user/public-profile.ts';
import { countriesNamed } from '#app/i18n/countries.ts';
import { db } from '#app/platform/database.server.ts';
import { contains, wordsOf } from '#app/platform/search.server.ts';
import { city } from '#db/schema/index.ts';

/** About 50 km: a degree of latitude is 111 km. */
const NEAR_DEGREES = 0.45;

const cityFields = {
  id: city.id,
  name: city.name,
  country: city.country,
  latitude: city.latitude,
  longitude: city.longitude,
};

/** Locations administrators offer for moving the map, by country code and name. */
export function listCities() {
  return db.select(cityFields).from(city).orderBy(asc(city.country), asc(city.name));
}

/** Condition: a location is in the square of about 50 km to each side of a city. Does not reach across the date line. */
export function isNearCity(location: Location | Record<keyof Location, PgColumn>): SQL | undefined {
  // Degrees of longitude shrink towards the poles.
  const wide = sql`${NEAR_DEGREES} / greatest(cosd(${city.latitude}), 0.1)`;
  return and(
    sql`${location.latitude} between ${city.latitude} - ${NEAR_DEGREES} and ${city.latitude} + ${NEAR_DEGREES}`,
    sql`${location.longitude} between ${city.longitude} - ${wide} and ${city.longitude} + ${wide}`,
  );
}

/** The city nearest to a location, within about 50 km. */
export async function findNearestCity(location: Location): Promise<{ name: string; country: string } | null> {
  const north = sql`(${city.latitude} - ${location.latitude}::float8)`;
  const east = sql`(${city.longitude} - ${location.longitude}::float8) * cosd(${location.latitude}::float8)`;
  const [found] = await db
    .select({ name: city.name, country: city.country })
    .from(city)
    .where(isNearCity(location))
    .orderBy(sql`${north} ^ 2 + (${east}) ^ 2`)
    .limit(1);
  return found ?? null;
}

/** Cities whose name or country contains all typed words, shorter names first. */
export function findCities(typed: string, most: number) {
  const words = wordsOf(typed.replaceAll(/[,\0]/g, ' ')).map((word) => {
    const codes = countriesNamed(word);
    return or(contains([city.name], word), codes.length > 0 ? inArray(city.country, codes) : undefined);
  });
  return db
    .select(cityFields)
    .from(city)
    .where(and(...words))
    .orderBy(sql`length(${city.name})`, asc(city.name))
    .limit(most);
}
