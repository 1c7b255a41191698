import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { availabilityRule, booking, payment, producerSetting, user, userPrice } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { connectPayouts } from '#scripts/stack/connect-payouts.ts';
import { makePerson, offerAnyTime, type Person } from '../support/market/bookings.ts';
import { makeStreamer } from '../support/people/people.ts';
import { isCrash } from './crash.ts';
import { advance } from './moved-time.ts';
import { see, type World } from './world.ts';

/** What histories begin with. */
export type Setting = {
  /** For a minute, in cents. */
  priceMinor: number;
  /** Whether the streamer always confirms. */
  autoConfirm: boolean;
};

/** What someone pays for. */
export type Sale = { kind: 'booking' | 'request'; id: string; payer: Person };

/** One run of the world with people of its own. */
export class History {
  readonly world: World;
  readonly setting: Setting;
  readonly streamer: Person;
  readonly payers: readonly Person[];
  /** Of the streamer: `acct_…`. */
  readonly account: string;
  /** What was sold, the oldest first. */
  readonly sales: Sale[] = [];
  /** At Stripe: `dp_…`. */
  readonly disputes: string[] = [];
  /** The cards of each person that are saved, by number. */
  readonly cards = new Map<string, string>();
  /** What bookings were like when their payers last tried to cancel them. */
  readonly cancelling = new Map<string, { confirmed: boolean; held: boolean }>();
  /** What the site had at Stripe beyond the ledger at the beginning. */
  siteHad = 0;
  /** Stripe fails, or may not pay the streamer: then jobs may fail too. */
  isDisturbed = false;

  private constructor(
    world: World,
    setting: Setting,
    people: { streamer: Person; payers: Person[]; account: string },
  ) {
    this.world = world;
    this.setting = setting;
    this.streamer = people.streamer;
    this.payers = people.payers;
    this.account = people.account;
  }

  static async begin(world: World, setting: Setting): Promise<History> {
    const { db, sandbox } = world;
    const streamer = await makePerson(db);
    const payers = [await makePerson(db), await makePerson(db)];
    await makeStreamer(db, streamer.id);
    await offerAnyTime(db, streamer.id, setting.autoConfirm);
    const own = { userId: streamer.id };
    await db
      .update(producerSetting)
      .set({ noticeMinutes: 120, restMinutes: 0 })
      .where(eq(producerSetting.userId, own.userId));
    const { priceMinor } = setting;
    await db.update(availabilityRule).set({ priceMinor }).where(eq(availabilityRule.producerId, streamer.id));
    await db
      .update(userPrice)
      .set({ perMinute: priceMinor / 100 })
      .where(eq(userPrice.userId, streamer.id));
    const account = await connectPayouts(db, sandbox.env, streamer.id);
    return new History(world, setting, { streamer, payers, account });
  }

  payer(nth: number): Person {
    const person = this.payers[nth % this.payers.length];
    if (!person) throw new Error('no one pays');
    return person;
  }

  /** One of what was sold; undefined if nothing was. The newest is 0. */
  sale(nth: number): Sale | undefined {
    const { length } = this.sales;
    return this.sales[length - 1 - (nth % Math.max(1, length))];
  }

  /**
   * Something that someone asks for: it is done, refused, or cut off by a crash.
   * @returns undefined unless it is done
   * @throws Error what a web server would answer with 500
   */
  async ask<T>(
    name: string,
    by: Person,
    work: (viewer: SignedIn) => Promise<T>,
    authority?: 'ADMINISTER' | 'STREAM',
  ): Promise<T | undefined> {
    const { world } = this;
    const isThere = await world.db.$count(user, eq(user.id, by.id));
    if (isThere === 0) return undefined;
    try {
      const done = await work({
        ...{ id: by.id, sessionId: randomUUID(), confirmedAt: new Date(), secondFactorMissing: false },
        authorities: new Set(authority && [authority]),
      });
      see(world, `${name}: done`);
      return done;
    } catch (error) {
      if (isCrash(error)) see(world, `${name}: crashed`);
      else if (error instanceof ProtocolError) see(world, `${name}: ${error.code}`);
      else throw error;
      return undefined;
    } finally {
      world.fuse.putOut();
    }
  }

  /** Stripe, which fails no more: for what is not the site's to ask. */
  async repaired() {
    const { sandbox } = this.world;
    await sandbox.control('repair', {});
    return sandbox;
  }

  /** Before a payer cancels: what is charged depends on it. */
  async noteCancelling(id: string): Promise<void> {
    const [found] = await this.world.db
      .select({ status: booking.status, paid: payment.status })
      .from(booking)
      .innerJoin(payment, eq(payment.bookingId, booking.id))
      .where(eq(booking.id, id));
    if (!found || found.status === 'CANCELLED' || found.status === 'REJECTED') return;
    this.cancelling.set(id, { confirmed: found.status === 'CONFIRMED', held: found.paid === 'HELD' });
  }

  /** Has events come that wait. @param how see the sandbox's control @returns how many wait now */
  async hear(how: { release?: string; copies?: number; seed?: number }): Promise<number> {
    // What Stripe is not thanked for, it sends again at a time that is not ours.
    this.world.fuse.putOut();
    const { control } = this.world.sandbox;
    const read = async (params: object) =>
      z.object({ held: z.number(), accepted: z.number() }).parse(await control('events', params));
    const before = await read({});
    const { held, accepted } = await read(how);
    if (how.release && accepted < before.held) throw new Error('an event was not accepted');
    return held;
  }

  /** @param ms more */
  async wait(ms: number): Promise<void> {
    await advance(this.world.db, ms);
    // Holds expire and disputes are missed.
    await this.world.sandbox.control('clock', {});
  }
}
