import { eq } from 'drizzle-orm';
import type { Track } from 'node-datachannel';
import { afterAll, beforeAll, expect, inject, type TestContext, test } from 'vitest';
import { databaseOf } from '#bench/call/processes.ts';
import { type Closer, Person } from '#bench/rooms/person.ts';
import { SPARSE_FRAME_RATE, sparseFilm } from '#bench/rooms/sparse-film.ts';
import { Pacer, VideoReceiver } from '#bench/rooms/streams.ts';
import { type Database, openDatabase } from '#db/client.ts';
import { channel, stream } from '#db/schema/index.ts';
import { camera } from '#media-server/tests/support/client.ts';
import { makePaidRoom } from '../support/market/paid-room.ts';

const { origin, pid } = inject('stack');
const LONG = { timeout: 200_000 };
const pacer = new Pacer();
let db: Database;
beforeAll(() => {
  db = openDatabase(databaseOf(pid));
});
afterAll(async () => {
  pacer.stop();
  await db.$client.end();
});

/** A paid call of two people without browsers: the guest receives the host's film over DTLS and SRTP. */
type GuestIs = { receive?: (track: Track) => VideoReceiver; starts?: boolean };
async function paidCall({ onTestFinished }: TestContext, guestIs: GuestIs = {}) {
  const { token, streamId, headers } = await makePaidRoom(db, origin);
  const closers: Closer[] = [];
  onTestFinished(async () => {
    for (const close of closers.toReversed()) await close();
  });
  const host = new Person(origin, pacer, closers, headers.host);
  const guest = new Person(origin, pacer, closers, headers.guest);
  await host.takeSeat(token, 'host');
  await host.client.request('createChannel', { camera: { ...camera, quality: 'LOW' } });
  await guest.takeSeat(token, 'guest');
  await guest.client.request('requestChannel', { camera: { ...camera, cameraType: 'NO_CAM' } });
  await host.send(['video'], sparseFilm(), SPARSE_FRAME_RATE);
  const screen = await guest.watch('host', 1, guestIs.receive);
  if (!screen) throw new Error('The host sends no video');
  await host.client.request('startChannel', {});
  if (guestIs.starts !== false) await guest.client.request('startChannel', {});
  return {
    guest,
    /** For how long media has been forwarded to the guest, in s. */
    forwarded: () => screen.frames / SPARSE_FRAME_RATE,
    /** What has been counted of it, in s. */
    counted: async () => {
      const [row] = await db.select().from(stream).where(eq(stream.id, streamId));
      return (row?.deliveredMs ?? 0) / 1_000;
    },
    room: async () => {
      const [row] = await db.select().from(channel).where(eq(channel.token, token));
      return row;
    },
  };
}

/** Waits until so much was forwarded, and checks that it was counted, but for what a write is late and a few seconds. */
async function expectCounted({ forwarded, counted }: Awaited<ReturnType<typeof paidCall>>): Promise<void> {
  await expect.poll(forwarded, { timeout: 60_000 }).toBeGreaterThan(25);
  const sum = forwarded();
  await expect.poll(counted, { timeout: 15_000 }).toBeGreaterThan(sum - 3);
}

test.concurrent('a guest who closes the socket and keeps the media pays for it', LONG, async (context) => {
  const call = await paidCall(context);
  await expect.poll(call.forwarded, { timeout: 30_000 }).toBeGreaterThan(3);
  call.guest.client.socket.terminate();
  await expectCounted(call);
});

test.concurrent('a guest who never says that the call has started pays for it', LONG, async (context) => {
  const call = await paidCall(context, { starts: false });
  await expectCounted(call);
  expect(await call.room()).toMatchObject({ status: 'REQUESTED' });
});

test.concurrent('a guest who reports that nothing arrives pays for what does', LONG, async (context) => {
  class Liar extends VideoReceiver {
    override get expected(): number {
      return 100 * super.expected;
    }
  }
  const call = await paidCall(context, { receive: (track) => new Liar(track) });
  await expectCounted(call);
});

test.concurrent(
  'a guest who reports nothing receives no more than a few seconds, and the call ends',
  LONG,
  async (context) => {
    class Silent extends VideoReceiver {
      override send(): void {}
    }
    const call = await paidCall(context, { receive: (track) => new Silent(track) });
    await expect.poll(async () => (await call.room())?.endReason, { timeout: 150_000 }).toBe('media');
    expect(call.forwarded()).toBeGreaterThan(3);
    expect(call.forwarded()).toBeLessThan(20);
  },
);
