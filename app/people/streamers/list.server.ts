import { z } from 'zod';
import { languageName } from '#app/entities/lookups/schema.ts';
import type { StreamerView } from './streamers.server.ts';

const filterSchema = z.object({
  q: z
    .string()
    .max(100)
    .regex(/^[^\0]*$/)
    .catch(''),
  language: languageName.nullable().catch(null),
  now: z
    .literal('yes')
    .transform(() => true)
    .catch(false),
  view: z.enum(['list', 'map']).catch('list'),
});

/** The list's filters from the URL; invalid values are ignored. */
export function readFilter(query: URLSearchParams): z.infer<typeof filterSchema> {
  return filterSchema.parse({
    q: query.get('q') ?? '',
    language: query.get('language'),
    now: query.get('now'),
    view: query.get('view') ?? 'list',
  });
}

/** Characters. */
const DESCRIPTION_LENGTH = 220;

/** The fields shown on a streamer's card. */
export function inCard(streamer: StreamerView) {
  const { id, username, urlname, firstName, description, avatarKey, languages, prices } = streamer;
  const { rating, availableNow, isDemo } = streamer;
  const short = description?.slice(0, DESCRIPTION_LENGTH) ?? null;
  const shown = { id, username, urlname, firstName, description: short, avatarKey, languages, prices };
  return { ...shown, rating, availableNow, isDemo };
}
