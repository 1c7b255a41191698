import { and, desc, eq, exists, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isDemo } from '#app/entities/demo.server.ts';
import { id, latitude, longitude } from '#app/entities/fields.ts';
import { isListed, userEntity, validForDisplay } from '#app/entities/user/descriptor.server.ts';
import { type Location, offeredControlModes, publicLocation } from '#app/entities/user/public-profile.ts';
import type { Viewer } from '#app/http/viewers/viewer.ts';
import { canBeCalled } from '#app/marketplace/requests/change-requests.server.ts';
import { db } from '#app/platform/database.server.ts';
import { outer } from '#app/platform/outer.server.ts';
import { wordsOf } from '#app/platform/search.server.ts';
import { review, user, userLanguage } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { isAbout } from './search.server.ts';

/** The public fields of a streamer. */
export const streamerSchema = z.object({
  id,
  username: z.string(),
  urlname: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  description: z.string().nullable(),
  hasAvatar: z.boolean(),
  avatarKey: z.string().nullable().meta({ description: 'For `?v=` of the avatar' }),
  channelCamera: z.string().nullable(),
  controlModes: z.array(z.string()),
  languages: z.array(z.string()),
  prices: z
    .array(z.object({ currency: z.string(), perMinute: z.number() }))
    .meta({ description: 'In the main unit of each currency' }),
  place: z.object({ latitude, longitude }).nullable().meta({ description: 'Rounded to 0.01°' }),
  rating: z
    .object({ average: z.number().nullable(), count: z.int() })
    .meta({ description: 'Stars, 1 to 5, to one decimal; null without reviews' }),
  availableNow: z.boolean().meta({ description: 'Takes calls at this moment' }),
  isDemo: z.boolean().meta({ description: 'Invented, to show an empty site' }),
});
export type StreamerView = z.output<typeof streamerSchema>;

const { languages, prices } = userEntity.fields;

/** A single query for everything, so that lists need no further queries per row. */
const streamerFields = {
  id: user.id,
  username: user.username,
  urlname: user.urlname,
  firstName: user.firstName,
  lastName: user.lastName,
  description: user.description,
  avatarKey: user.avatarKey,
  channelCamera: user.channelCamera,
  controlModes: user.controlModes,
  padEnabled: user.padEnabled,
  latitude: user.latitude,
  longitude: user.longitude,
  languages: sql<string[]>`${languages}`,
  prices: sql<StreamerView['prices']>`${prices}`,
  rating: sql<
    StreamerView['rating']
  >`(select json_build_object('average', round(avg(r.rating), 1), 'count', count(*))
    from ${review} r join ${user} a on a.id = r.author_id and a.suspended_at is null
    where r.producer_id = ${outer(user.id)})`,
  availableNow: sql<boolean>`${canBeCalled(outer(user.id))}`,
  isDemo: isDemo(user.id),
};

type Found = Omit<StreamerView, 'hasAvatar' | 'place'> & {
  padEnabled: boolean;
  latitude: number | null;
  longitude: number | null;
};

function view({ padEnabled, latitude, longitude, ...shown }: Found): StreamerView {
  return {
    ...shown,
    hasAvatar: shown.avatarKey !== null,
    controlModes: offeredControlModes({ controlModes: shown.controlModes, padEnabled }),
    place: publicLocation({ latitude, longitude }),
  };
}

/** @throws ProtocolError NOT_FOUND if there is no such streamer visible to the viewer */
export async function findStreamer(viewer: Viewer, id: string): Promise<StreamerView> {
  const [found] = await db
    .select(streamerFields)
    .from(user)
    .where(and(eq(user.id, id), validForDisplay(viewer)));
  if (!found) throw new ProtocolError('NOT_FOUND');
  return view(found);
}

export type Profile = StreamerView & {
  /** Whether it is the viewer's own, which they can see even if no one else can. */
  own: boolean;
  /** Whether others can see it. */
  shown: boolean;
};

/** The profile at `/user/:urlname`. @throws ProtocolError NOT_FOUND */
export async function findProfile(viewer: Viewer, urlname: string): Promise<Profile> {
  const own = viewer ? eq(user.id, viewer.id) : sql`false`;
  const [row] = await db
    .select({
      ...streamerFields,
      own: sql<boolean>`${own}`,
      shown: sql<boolean>`${validForDisplay(null)}`,
    })
    .from(user)
    .where(and(eq(user.urlname, urlname), or(own, validForDisplay(viewer))));
  if (!row) throw new ProtocolError('NOT_FOUND');
  const { own: isOwn, shown, ...found } = row;
  return { ...view(found), own: isOwn, shown };
}

export type StreamerFilter = {
  /** Words that must each occur in a name, the description, or the name of a city or country they stream from. */
  q: string;
  /** A language they speak, e.g. `ENGLISH`; null: any. */
  language: string | null;
  /** Only streamers who can be called now. */
  now: boolean;
};

/** Streamers per page of the list. */
export const STREAMERS_A_PAGE = 12;

export type StreamerList = { streamers: StreamerView[]; total: number };

/**
 * Streamers visible to the viewer, newest first.
 * @param page from 1; beyond the last page the list is empty and its total 0
 */
export async function listStreamers(
  viewer: Viewer,
  filter: StreamerFilter,
  page: number,
): Promise<StreamerList> {
  const rows = await db
    .select({ ...streamerFields, total: sql<number>`(count(*) over ())::int` })
    .from(user)
    .where(and(validForDisplay(viewer), isListed, matching(filter)))
    .orderBy(desc(user.createdAt), desc(user.id))
    .limit(STREAMERS_A_PAGE)
    .offset((page - 1) * STREAMERS_A_PAGE);
  return { streamers: rows.map(({ total, ...found }) => view(found)), total: rows[0]?.total ?? 0 };
}

/** More markers would overlap and slow the page down. */
const MAX_LOCATIONS = 500;

export type StreamerLocation = { username: string; urlname: string; location: Location };

/** Locations of all matching streamers, not only of one page. */
export async function listLocations(viewer: Viewer, filter: StreamerFilter): Promise<StreamerLocation[]> {
  const rows = await db
    .select({
      username: user.username,
      urlname: user.urlname,
      latitude: user.latitude,
      longitude: user.longitude,
    })
    .from(user)
    .where(and(validForDisplay(viewer), isListed, matching(filter), isNotNull(user.latitude)))
    .orderBy(desc(user.createdAt), desc(user.id))
    .limit(MAX_LOCATIONS);
  return rows.flatMap(({ username, urlname, ...exact }) => {
    const location = publicLocation(exact);
    return location ? [{ username, urlname, location }] : [];
  });
}

function matching({ q, language, now }: StreamerFilter): SQL | undefined {
  return and(
    ...wordsOf(q).map(isAbout),
    now ? canBeCalled(outer(user.id)) : undefined,
    language
      ? exists(
          db
            .select({ one: sql`1` })
            .from(userLanguage)
            .where(and(eq(userLanguage.userId, user.id), eq(userLanguage.language, language))),
        )
      : undefined,
  );
}
