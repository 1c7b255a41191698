import { and, asc, between, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { db } from '#app/platform/database.server.ts';
import { city } from '#db/schema/index.ts';

/** 50 km: a degree of latitude is 111 km. */
const NEAR_DEGREES = 0.45;

const cityFields = {
  id: city.id,
  name: city.name,
  country: city.country,
  latitude: city.latitude,
  longitude: city.longitude,
};

/** The places that administrators offer to move the map to, by country code and name. */
export function listCities() {
  return db.select(cityFields).from(city).orderBy(asc(city.country), asc(city.name));
}

/** Condition: a place is in the square of about 50 km to each side of a city. Does not reach across the date line. */
export function isNearCity(place: { latitude: PgColumn; longitude: PgColumn }): SQL | undefined {
  // Degrees of longitude shrink towards the poles.
  const wide = sql`${NEAR_DEGREES} / greatest(cosd(${city.latitude}), 0.1)`;
  return and(
    between(place.latitude, sql`${city.latitude} - ${NEAR_DEGREES}`, sql`${city.latitude} + ${NEAR_DEGREES}`),
    between(place.longitude, sql`${city.longitude} - ${wide}`, sql`${city.longitude} + ${wide}`),
  );
}
