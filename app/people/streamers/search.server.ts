import { inArray, or, type SQL, sql } from 'drizzle-orm';
import { countriesNamed } from '#app/i18n/countries.ts';
import { contains } from '#app/platform/search.server.ts';
import { city, user } from '#db/schema/index.ts';
import { isNearCity } from '../map/cities.server.ts';

/**
 * Condition: the word is part of a streamer's name or description, or of the name of a city nearby or its country. A
 * union of selections, so that each can use its own index.
 */
export function isAbout(word: string): SQL {
  const texts = contains([user.username, user.firstName, user.lastName, user.description], word);
  const codes = countriesNamed(word);
  const places = or(contains([city.name], word), codes.length > 0 ? inArray(city.country, codes) : undefined);
  return sql`${user.id} in (select ${user.id} from ${user} where ${texts}
    union select ${user.id} from ${user} join ${city} on ${isNearCity(user)} where ${places})`;
}
