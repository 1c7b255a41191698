import { LANGUAGE_TABLE, type LanguageRecord } from '#protocol/language-table.ts';
import { LANGUAGES } from '#protocol/languages.ts';
import type { Database } from '../../client.ts';
import * as schema from '../../schema/index.ts';
import { readTexts } from '../texts.ts';
import { CITIES } from './cities.ts';
import { INQUIRIES, REVIEWS, SUBSCRIPTIONS, VIEWERS } from './community.ts';
import { type DemoStreamer, STREAMERS } from './streamers.ts';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** A draft, visible only to administrators. */
const DRAFT = 'what-comes-next';

/** Rows that get pictures. */
export type DemoRows = { streamers: string[]; viewers: string[]; posts: { id: string; name: string }[] };

/** Length of the demo's calls. */
const CALL_MS = 20 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
/** Domain of the demo's email addresses, which cannot exist (RFC 2606). */
export const DEMO_ADDRESSES = '@demo.example';
const address = (name: string) => name + DEMO_ADDRESSES;

/**
 * Fills an empty site with demo content in English and Spanish, so that every page has something to show.
 * @returns null if the site is not empty
 */
export function seedDemo(db: Database): Promise<DemoRows | null> {
  return db.transaction(async (tx) => {
    const rows = await Promise.all([
      tx.$count(schema.blog),
      tx.$count(schema.city),
      tx.$count(schema.parameter),
    ]);
    if (rows.some((count) => count > 0)) return null;
    const streamers = await addStreamers(tx);
    const viewers = await addViewers(tx);
    await addReviews(tx, viewers, streamers);
    await addStream(tx, viewers, streamers);
    await addInquiries(tx, viewers);
    const posts = await addPosts(tx);
    await tx
      .insert(schema.city)
      .values(
        Object.entries(CITIES).flatMap(([country, cities]) =>
          cities.map(([name, latitude, longitude]) => ({ country, name, latitude, longitude })),
        ),
      );
    const subscriptions = LANGUAGES.map((code) => LANGUAGE_TABLE[code].name).flatMap((language) =>
      SUBSCRIPTIONS[language].map((name, i) => ({
        email: address(name),
        language,
        createdAt: daysAgo(i * 5 + 1),
      })),
    );
    const { subscription } = schema;
    await mark(
      tx,
      'subscription',
      await tx.insert(subscription).values(subscriptions).returning({ id: subscription.id }),
    );
    return { streamers, viewers: viewers.map(({ id }) => id), posts };
  });
}

/** Cities are not marked: they are facts, which the map needs without the demo too. */
async function mark(
  tx: Transaction,
  table: (typeof schema.demoRow.table.enumValues)[number],
  rows: readonly { id: string }[],
): Promise<void> {
  await tx.insert(schema.demoRow).values(rows.map(({ id }) => ({ id, table })));
}

async function addStreamers(tx: Transaction): Promise<string[]> {
  const users = await tx
    .insert(schema.user)
    .values(
      STREAMERS.map(
        ({ username, place: [latitude, longitude], timeZone, price, pad, camera, speaks, ...shown }, i) => ({
          ...shown,
          username,
          urlname: username,
          email: address(username),
          emailVerifiedAt: daysAgo(200 - i * 3),
          createdAt: daysAgo(200 - i * 3),
          latitude,
          longitude,
          channelCamera: camera,
          padEnabled: pad ?? false,
          controlModes: pad ? ['VOICE', 'PAD'] : ['VOICE'],
        }),
      ),
    )
    .returning({ id: schema.user.id });
  await mark(tx, 'user', users);
  const all = STREAMERS.map((streamer, i) => ({ ...streamer, userId: users[i]?.id ?? '' }));
  await tx.insert(schema.role).values(all.map(({ userId }) => ({ userId, rolename: 'PRODUCER' })));
  await tx
    .insert(schema.userLanguage)
    .values(all.flatMap(({ userId, speaks }) => speaks.map((language) => ({ userId, language }))));
  await tx
    .insert(schema.userPrice)
    .values(
      all.flatMap(({ userId, price }, i) => [
        { userId, currency: 'EUR', perMinute: price },
        ...(i % 2 ? [{ userId, currency: 'USD', perMinute: Math.round(price * 115) / 100 }] : []),
        ...(i % 3 ? [] : [{ userId, currency: 'GBP', perMinute: Math.round(price * 85) / 100 }]),
      ]),
    );
  await addHours(tx, all);
  return all.map(({ userId }) => userId);
}

/**
 * Adds hours in the morning and evening of most days. Every other streamer confirms bookings by hand, which in the demo
 * nobody does.
 */
async function addHours(tx: Transaction, streamers: (DemoStreamer & { userId: string })[]): Promise<void> {
  await tx
    .insert(schema.producerSetting)
    .values(streamers.map(({ userId, timeZone }, i) => ({ userId, timeZone, autoConfirm: i % 2 === 0 })));
  const hours = [
    [9 * 60, 12 * 60],
    [17 * 60, 20 * 60],
  ] as const;
  const offer = { minMinutes: 30, maxMinutes: 120, currency: 'EUR' };
  await tx.insert(schema.availabilityRule).values(
    streamers.flatMap(({ userId: producerId, timeZone, price }, i) =>
      [1, 2, 3, 4, 5, 6, 7]
        .filter((day) => (day + i) % 7 !== 0)
        .flatMap((dayOfWeek) =>
          hours.map(([startMinute, endMinute]) => {
            const priceMinor = Math.round(price * 100);
            return { ...offer, producerId, timeZone, priceMinor, dayOfWeek, startMinute, endMinute };
          }),
        ),
    ),
  );
}

type DemoViewer = { id: string; username: string; language: LanguageRecord };

async function addViewers(tx: Transaction): Promise<DemoViewer[]> {
  const users = await tx
    .insert(schema.user)
    .values(
      VIEWERS.map(([username, firstName, language], i) => ({
        username,
        urlname: username,
        firstName,
        language,
        email: address(username),
        createdAt: daysAgo(120 - i * 7),
      })),
    )
    .returning({ id: schema.user.id });
  await mark(tx, 'user', users);
  return VIEWERS.map(([username, , language], i) => ({ id: users[i]?.id ?? '', username, language }));
}

/**
 * Adds a call of each viewer with every third streamer, and a review on the same day; the last streamer is new and has
 * no reviews.
 */
async function addReviews(tx: Transaction, viewers: DemoViewer[], streamers: string[]): Promise<void> {
  const reviews = viewers.flatMap(({ id: authorId, language }, viewer) =>
    streamers.slice(0, -1).flatMap((producerId, streamer) => {
      if ((viewer * 5 + streamer) % 3 !== 0) return [];
      const texts = REVIEWS[language];
      const [rating, text] = texts[(viewer + streamer) % texts.length] ?? [5, ''];
      return [
        { authorId, producerId, rating, text, createdAt: daysAgo(1 + ((viewer * 7 + streamer * 3) % 90)) },
      ];
    }),
  );
  await tx.insert(schema.review).values(reviews);
  const rooms = tx.insert(schema.channel).values(
    reviews.map(({ authorId, producerId, createdAt }, i) => {
      const startedAt = new Date(createdAt.getTime() - CALL_MS);
      const seats = { hostUserId: producerId, guestUserId: authorId, hostKey: 'demo', nodeId: 'demo' };
      const end = { status: 'FINISHED', endReason: 'left', endedAt: createdAt };
      const times = { createdAt: startedAt, startedAt, expiresAt: createdAt };
      return { ...seats, ...end, ...times, token: `DEMO${String(i).padStart(5, '0')}` };
    }),
  );
  await mark(tx, 'channel', await rooms.returning({ id: schema.channel.id }));
}

/** Adds a booked call of the demo's first streamer, with its delivery record. Nothing was charged for it. */
async function addStream(tx: Transaction, viewers: DemoViewer[], streamers: string[]): Promise<void> {
  const people = { producerId: streamers[0] ?? null, consumerId: viewers[0]?.id ?? null };
  const startAt = new Date(daysAgo(3).setUTCHours(9, 0, 0, 0));
  const endAt = new Date(startAt.getTime() + CALL_MS);
  const money = { priceMinor: 200, currency: 'EUR' };
  const [booked] = await tx
    .insert(schema.booking)
    .values({
      ...{ ...people, ...money, status: 'CONFIRMED', startAt, endAt, restMinutes: 0, amount: 4_000 },
      ...{ timeZone: 'UTC', localStart: startAt.toISOString().slice(0, 19), tzVersion: 'demo' },
      ...{ clientKey: crypto.randomUUID(), outcome: 'DELIVERED' },
    })
    .returning({ id: schema.booking.id });
  if (booked) await mark(tx, 'booking', [booked]);
  const tickMs = 5_000;
  // The viewer joins after a minute.
  const ticks = Array.from({ length: CALL_MS / tickMs }, (_, i) => ({
    at: new Date(startAt.getTime() + (i + 1) * tickMs),
    ...{ ms: tickMs, offeredMs: tickMs, attendedMs: i < 12 ? 0 : tickMs, deliveredMs: i < 12 ? 0 : tickMs },
  }));
  const sum = (key: 'offeredMs' | 'attendedMs' | 'deliveredMs') =>
    ticks.reduce((total, tick) => total + tick[key], 0);
  const [made] = await tx
    .insert(schema.stream)
    .values({
      ...{ ...people, ...money, bookingId: booked?.id, createdAt: startAt, startedAt: startAt },
      ...{ offeredMs: sum('offeredMs'), attendedMs: sum('attendedMs'), deliveredMs: sum('deliveredMs') },
      ...{ endedAt: endAt, charge: 0 },
    })
    .returning({ streamId: schema.stream.id });
  if (made) await tx.insert(schema.streamTick).values(ticks.map((tick) => ({ ...made, ...tick })));
}

async function addInquiries(tx: Transaction, viewers: DemoViewer[]): Promise<void> {
  const inquiries = tx.insert(schema.inquiry).values(
    INQUIRIES.map(({ from, ...inquiry }, i) => ({
      ...inquiry,
      userId: viewers.find(({ username }) => username === from)?.id ?? null,
      createdAt: daysAgo(i * 3 + 2),
      answeredAt: inquiry.answer ? daysAgo(i * 3 + 1) : null,
    })),
  );
  await mark(tx, 'inquiry', await inquiries.returning({ id: schema.inquiry.id }));
}

async function addPosts(tx: Transaction): Promise<DemoRows['posts']> {
  const texts = await readTexts('demo/blog');
  const names = [...new Set(texts.map(({ name }) => name))];
  const posts = await tx
    .insert(schema.blog)
    .values(
      texts.map((text) => {
        const createdAt = daysAgo(names.indexOf(text.name) * 11 + 2);
        return { ...text, createdAt, publishedAt: text.name === DRAFT ? null : createdAt };
      }),
    )
    .returning({ id: schema.blog.id, name: schema.blog.name });
  await mark(tx, 'blog', posts);
  return posts;
}
