import { and, avg, count, eq, sql } from 'drizzle-orm';
import { validForDisplay } from '#app/entities/user/rules.server.ts';
import { offeredControlModes, type Place, publicPlace } from '#app/entities/user/rules.ts';
import { review, user, userLanguage, userPrice } from '#db/schema/index.ts';
import { ProtocolError } from '#media-server/protocol/errors.ts';
import { db } from './db.server.ts';
import type { Viewer } from './viewer.ts';

/** What everybody may know of a streamer. */
export type StreamerView = {
  id: string;
  username: string;
  urlname: string;
  firstName: string | null;
  lastName: string | null;
  description: string | null;
  hasAvatar: boolean;
  /** For `?v=` of the avatar's address. */
  avatarKey: string | null;
  channelCamera: string | null;
  controlModes: string[];
  languages: string[];
  /** In the currency's main unit. */
  prices: { currency: string; perMinute: number }[];
  /** Rounded to 0.01°. */
  place: Place | null;
  /** Stars, 1 to 5, to one decimal; null without reviews. */
  rating: { average: number | null; count: number };
};

/** @throws ProtocolError NOT_FOUND where there is no such streamer, or none for this viewer */
export async function findStreamer(viewer: Viewer, id: string): Promise<StreamerView> {
  const [found] = await db
    .select({
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
    })
    .from(user)
    .where(and(eq(user.id, id), validForDisplay(viewer)));
  if (!found) throw new ProtocolError('NOT_FOUND');
  const [languages, prices, [rating]] = await Promise.all([
    db
      .select({ language: userLanguage.language })
      .from(userLanguage)
      .where(eq(userLanguage.userId, id))
      .orderBy(userLanguage.language),
    db
      .select({ currency: userPrice.currency, perMinute: userPrice.perMinute })
      .from(userPrice)
      .where(eq(userPrice.userId, id))
      .orderBy(userPrice.currency),
    db
      .select({ average: sql<number | null>`round(${avg(review.rating)}, 1)::float8`, count: count() })
      .from(review)
      .where(eq(review.producerId, id)),
  ]);
  const { padEnabled, latitude, longitude, ...shown } = found;
  return {
    ...shown,
    hasAvatar: shown.avatarKey !== null,
    controlModes: offeredControlModes({ controlModes: shown.controlModes, padEnabled }),
    languages: languages.map(({ language }) => language),
    prices,
    place: publicPlace({ latitude, longitude }),
    rating: rating ?? { average: null, count: 0 },
  };
}
