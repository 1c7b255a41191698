import { randomBytes, randomUUID } from 'node:crypto';
import type { EntityName } from '#app/entities/registry.server.ts';
import type { Database } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { PASSWORD } from '../people/members.ts';
import { makeStreamer, unique } from '../people/people.ts';
import { insert, makePayment, makeReview, makeStream } from './sample-rows.ts';

type Sample = {
  /** Creates a row, owned by the given user if the entity's rows have owners. Returns its id. */
  make: (db: Database, owner: string) => Promise<string>;
  /** As `make`, but creates a row visible to everyone, if `make`'s is not. */
  makePublic?: Sample['make'];
  /**
   * A valid body for a new row.
   * @param newUser creates an account and returns its id
   * @param newStreamer creates a streamer whom the author has called, and returns its id
   */
  body?: (
    newUser: () => Promise<string>,
    newStreamer: () => Promise<string>,
  ) => Promise<Record<string, unknown>> | Record<string, unknown>;
  change?: Record<string, unknown>;
  /** Body with which the owner confirms the deletion. */
  deletion?: Record<string, unknown>;
};

const named = (name: string): Sample => ({ make: async () => name });
const room = () => unique('ROOM').toUpperCase();
const push = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${unique('device')}`,
  // RFC 8291, section 5.
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
});
const network = () => `2001:db8:${randomBytes(4).toString('hex').replace(/.{4}$/, ':$&')}::/64`;

const offer = { minMinutes: 30, maxMinutes: 60, priceMinor: 250 };
const eurosInMadrid = { currency: 'EUR', timeZone: 'Europe/Madrid' };
let rules = 0;
/** An hour of the week that no other rule uses: overlapping rules are refused. */
function rule() {
  const n = rules++;
  const startMinute = 60 * (Math.floor(n / 7) % 24);
  return { ...offer, ...eurosInMadrid, dayOfWeek: (n % 7) + 1, startMinute, endMinute: startMinute + 60 };
}

const extra = {
  ...offer,
  startMinute: 540,
  endMinute: 780,
  ...eurosInMadrid,
  kind: 'EXTRA',
  firstDay: '2027-08-01',
  lastDay: '2027-08-02',
} as const;

/** For each entity, how to create and change a row. */
export const SAMPLES: Record<EntityName, Sample> = {
  user: {
    make: async (_db, owner) => owner,
    makePublic: makeStreamer,
    body: () => {
      const username = unique('new');
      return { username, urlname: username, email: `${username}@example.org` };
    },
    change: { description: 'Walks through Lisbon' },
    deletion: { password: PASSWORD },
  },
  role: {
    make: (db, owner) =>
      insert(
        db
          .insert(schema.role)
          .values({ userId: owner, rolename: 'PRODUCER' })
          .onConflictDoUpdate({
            target: [schema.role.userId, schema.role.rolename],
            set: { rolename: 'PRODUCER' },
          })
          .returning(),
      ),
    body: async (newUser) => ({ userId: await newUser(), rolename: 'PRODUCER' }),
    change: { rolename: 'ADMIN' },
  },
  parameter: {
    make: (db) =>
      insert(
        db
          .insert(schema.parameter)
          .values({ name: unique('parameter'), value: 'true' })
          .returning(),
      ),
    body: () => ({ name: unique('parameter'), value: 'true' }),
    change: { value: 'false' },
  },
  channel: {
    make: (db, owner) =>
      insert(
        db
          .insert(schema.channel)
          .values({
            token: room(),
            nodeId: 'node',
            hostKey: 'key',
            hostUserId: owner,
            expiresAt: new Date(Date.now() + 60_000),
          })
          .returning(),
      ),
    body: () => ({ token: room() }),
    change: { status: 'FINISHED' },
  },
  review: {
    make: makeReview,
    makePublic: makeReview,
    body: async (_newUser, newStreamer) => ({
      producerId: await newStreamer(),
      rating: 5,
      text: 'What a view!',
    }),
    change: { rating: 2 },
  },
  subscription: {
    make: (db) =>
      insert(
        db
          .insert(schema.subscription)
          .values({ email: `${unique('reader')}@example.org`, language: 'SPANISH' })
          .returning(),
      ),
    body: () => ({ email: `${unique('reader')}@example.org`, language: 'ENGLISH' }),
    change: { language: 'ENGLISH' },
  },
  'push-notification': {
    make: (db, owner) =>
      insert(
        db
          .insert(schema.pushNotification)
          .values({ userId: owner, ...push() })
          .returning(),
      ),
    body: push,
    change: { auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
  },
  'api-key': {
    make: (db, owner) =>
      insert(
        db
          .insert(schema.apiKey)
          .values({
            userId: owner,
            name: 'Shop',
            prefix: 'pk_abcdef',
            tokenHash: unique('hash'),
            scopes: ['room:read'],
          })
          .returning(),
      ),
    change: { revoked: true },
  },
  'block-address': {
    make: (db) => insert(db.insert(schema.blockAddress).values({ address: network() }).returning()),
    body: () => ({ address: network(), reason: 'Guesses codes' }),
    change: { reason: 'Sends advertisements' },
  },
  blog: {
    make: (db) =>
      insert(
        db
          .insert(schema.blog)
          .values({ name: unique('draft'), language: 'ENGLISH', title: 'Not yet' })
          .returning(),
      ),
    makePublic: (db) =>
      insert(
        db
          .insert(schema.blog)
          .values({ name: unique('post'), language: 'ENGLISH', title: 'Now', publishedAt: new Date(0) })
          .returning(),
      ),
    body: () => ({ name: unique('post'), language: 'ENGLISH', title: 'First steps' }),
    change: { title: 'Second steps' },
  },
  fragment: {
    make: (db) =>
      insert(
        db
          .insert(schema.fragment)
          .values({ name: unique('help'), language: 'ENGLISH', title: 'Help' })
          .returning(),
      ),
    body: () => ({ name: unique('help'), language: 'SPANISH', title: 'Ayuda' }),
    change: { body: 'Press **Start**.' },
  },
  inquiry: {
    make: (db, owner) =>
      insert(db.insert(schema.inquiry).values({ userId: owner, message: 'Hello' }).returning()),
    body: () => ({ message: 'How much is it?', email: 'someone@example.org' }),
    change: { answer: 'Nothing at all.' },
  },
  city: {
    make: (db) =>
      insert(
        db
          .insert(schema.city)
          .values({ name: unique('Town'), country: 'ES', latitude: 40.4, longitude: -3.7 })
          .returning(),
      ),
    body: () => ({ name: unique('Town'), country: 'PT', latitude: 38.7, longitude: -9.1 }),
    change: { latitude: 41 },
  },
  audit: {
    make: (db) => insert(db.insert(schema.audit).values({ action: 'LOG_IN' }).returning()),
  },
  'producer-setting': {
    make: (db, owner) =>
      insert(
        db
          .insert(schema.producerSetting)
          .values({ userId: owner, timeZone: 'Europe/Madrid' })
          .onConflictDoUpdate({ target: schema.producerSetting.userId, set: { gridMinutes: 30 } })
          .returning(),
      ),
    body: () => ({ timeZone: 'America/New_York', gridMinutes: 15 }),
    change: { noticeMinutes: 30 },
  },
  'availability-rule': {
    make: (db, owner) =>
      insert(
        db
          .insert(schema.availabilityRule)
          .values({ ...rule(), producerId: owner })
          .returning(),
      ),
    body: rule,
    change: { maxMinutes: 45 },
  },
  'availability-exception': {
    make: (db, owner) =>
      insert(
        db
          .insert(schema.availabilityException)
          .values({ ...extra, producerId: owner })
          .returning(),
      ),
    body: () => ({
      ...eurosInMadrid,
      currency: null,
      kind: 'OFF',
      firstDay: '2027-08-01',
      lastDay: '2027-08-31',
    }),
    change: { note: 'The trade fair' },
  },
  booking: { make: async (db, owner) => (await makePayment(db, owner)).bookingId },
  card: {
    make: async (db, owner) =>
      insert(
        db
          .insert(schema.card)
          .values({
            userId: owner,
            stripeId: `pm_${randomUUID()}`,
            fingerprint: randomUUID(),
            brand: 'visa',
            last4: '4242',
            expMonth: 12,
            expYear: 2030,
          })
          .returning(),
      ),
  },
  payment: { make: async (db, owner) => (await makePayment(db, owner)).id },
  dispute: {
    make: async (db, owner) => {
      const { id: paymentId } = await makePayment(db, owner);
      const told = { amount: 15_000, reason: 'fraudulent', status: 'needs_response' };
      return insert(
        db
          .insert(schema.dispute)
          .values({ ...told, paymentId, stripeId: `dp_${randomUUID()}` })
          .returning(),
      );
    },
  },
  complaint: {
    make: async (db, owner) => {
      const said = { kind: 'NO_PICTURE', text: 'It was black.', charge: 1_000, wanted: 400 } as const;
      const streamId = await makeStream(db, owner);
      return insert(
        db
          .insert(schema.complaint)
          .values({ streamId, ...said })
          .returning(),
      );
    },
  },
  stream: { make: makeStream },
  webhook: {
    make: (db, owner) =>
      insert(
        db
          .insert(schema.webhook)
          .values({ userId: owner, url: 'https://shop.example/hook', events: ['call.ended'] })
          .returning(),
      ),
    change: { enabled: false },
  },
  'role-name': named('PRODUCER'),
  authority: named('ADMINISTER'),
  'video-quality': named('MEDIUM'),
  language: named('ENGLISH'),
  currency: named('EUR'),
  country: named('ES'),
  'camera-type': named('INTEGRATED_CAM'),
  'channel-status': named('CREATED'),
};
