import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { booking, channel, user } from '#db/schema/index.ts';
import type { Channel } from '#protocol/channel.ts';
import { camera } from '../support/client.ts';
import { connect, enter, hosted, newKey, ticket, World } from '../support/harness.ts';

let world: World;

beforeAll(async () => {
  world = await World.create();
});
afterEach(() => world.stopServers());
afterAll(() => world.close());

const until = (ms: number) => {
  const endsAt = new Date(Date.now() + ms);
  return { endsAt, expiresAt: endsAt };
};
const isOver = ({ status }: Channel) => status === 'FINISHED' || status === 'FAILED';
const time = { status: 'FINISHED', endReason: 'time', endedBy: null };

test('a call ends for both when its booked time does, and cannot be rejoined', async () => {
  const server = await world.start();
  const { token, host } = await hosted(world, server, until(3_000));
  const guest = await enter(server, token, 'guest', newKey());
  expect(guest.login.channel.reserved).toBe(true);
  await guest.client.request('requestChannel', { camera });
  for (const { client } of [host, guest]) await client.request('startChannel', {});
  for (const { client } of [host, guest]) expect(await client.channel(isOver)).toMatchObject(time);
  expect(await world.row(token)).toMatchObject({ status: 'FINISHED', endReason: 'time' });
  const again = await ticket(token, 'guest', guest.holder, { rejoin: true });
  await expect((await connect(server)).login({ ticket: again })).rejects.toMatchObject({
    code: 'CHANNEL_ENDED',
  });
});

test('a host who waits alone is told when the booked time is over', async () => {
  const { token, host } = await hosted(world, await world.start(), until(2_000));
  expect(await host.client.channel(isOver)).toMatchObject(time);
  expect(await world.row(token)).toMatchObject({ endReason: 'time' });
});

test('a guest who comes before the host is told when the room is opened', async () => {
  const server = await world.start();
  const { token, hostKey } = await world.room(until(60_000));
  const guest = await enter(server, token, 'guest', newKey());
  expect(guest.login.channel.seats.host).toBeNull();
  const host = await enter(server, token, 'host', hostKey);
  await host.client.request('createChannel', { camera });
  await guest.client.channel(({ seats }) => seats.host?.camera != null);
  await expect(guest.client.request('requestChannel', { camera })).resolves.toEqual({});
});

/** A booking with one minute left, between two new people. */
async function booked(): Promise<{ bookingId: string; endsAt: Date; expiresAt: Date }> {
  const names = [randomUUID(), randomUUID()];
  const people = await world.db
    .insert(user)
    .values(names.map((name) => ({ username: name, urlname: name, email: `${name}@example.org` })))
    .returning({ id: user.id });
  const [producerId, consumerId] = people.map(({ id }) => id);
  const { endsAt, expiresAt } = until(60_000);
  const [made] = await world.db
    .insert(booking)
    .values({
      ...{ producerId, consumerId, status: 'CONFIRMED', startAt: new Date(), endAt: endsAt, restMinutes: 0 },
      ...{ priceMinor: 250, currency: 'EUR', amount: 250, timeZone: 'UTC', tzVersion: '2026c' },
      ...{ localStart: '2026-12-01T09:00:00', clientKey: randomUUID() },
    })
    .returning({ bookingId: booking.id });
  return { bookingId: made?.bookingId ?? '', endsAt, expiresAt };
}

test('a call whose booking has a newer room cannot be rejoined', async () => {
  const times = await booked();
  const server = await world.start();
  const { token, host } = await hosted(world, server, times);
  const guest = await enter(server, token, 'guest', newKey());
  await guest.client.request('requestChannel', { camera });
  await guest.client.request('leaveChannel', {});
  await host.client.channel(isOver);
  await world.room(times);
  const back = await connect(server);
  await back.login({ ticket: await ticket(token, 'guest', guest.holder, { rejoin: true }) });
  expect(await back.channel(isOver)).toMatchObject({ status: 'FAILED', endReason: 'server' });
  expect(await world.db.$count(channel)).toBeGreaterThan(1);
});

const cancel = (id: string) =>
  world.db.update(booking).set({ status: 'CANCELLED', endedReason: 'PRODUCER' }).where(eq(booking.id, id));
const cancelled = { status: 'FINISHED', endReason: 'cancelled', endedBy: null };

test('a booking cancelled during a database outage ends its room afterwards', async () => {
  const server = await world.start();
  const [times, others] = [await booked(), await booked()];
  const { token, host } = await hosted(world, server, times);
  const other = await hosted(world, server, others);
  // No server receives its notification.
  await cancel(times.bookingId);
  await world.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
  );
  expect(await host.client.channel(isOver)).toMatchObject(cancelled);
  await world.written(token, { status: 'FINISHED', endReason: 'cancelled' });
  expect(await world.row(other.token)).toMatchObject({ endedAt: null });
});

test('a booking cancelled while the media server was down ends its room at the next start', async () => {
  const times = await booked();
  const { token } = await world.room(times);
  await cancel(times.bookingId);
  await world.start();
  await world.written(token, { status: 'FINISHED', endReason: 'cancelled' });
});
