import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
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

/** The streamer's settings at the beginning of a history. */
export type Setting = {
  /** Per minute, in cents. */
  priceMinor: number;
  /** Whether bookings are confirmed without asking the streamer. */
  autoConfirm: boolean;
};

/** A booking or request that is paid for. */
export type Sale = { kind: 'booking' | 'request'; id: string; payer: Person };

/** One run of steps, with its own streamer and payers. */
export class History {
  readonly world: World;
  readonly setting: Setting;
  readonly streamer: Person;
  readonly payers: readonly Person[];
  /** The streamer's Stripe account: `acct_…`. */
  readonly account: string;
  /** Oldest first. */
  readonly sales: Sale[] = [];
  /** Stripe's ids: `dp_…`. */
  readonly disputes: string[] = [];
  /** Ids of saved cards, by the person's id followed by the card's number. */
  readonly cards = new Map<string, string>();
  /** State of bookings when their payers last tried to cancel them. */
  readonly cancelling = new Map<string, { confirmed: boolean; held: boolean }>();
  /** Ages in ms, since the start, of bookings when their payers last left them. */
  readonly left = new Map<string, number>();
  /** The site's `siteBalance` at the beginning. */
  siteHad = 0;
  /** Whether failures were caused, or the account restricted: then jobs may fail too. */
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

  /** A sale by its age: 0 is the newest. Undefined if there are no sales. */
  sale(nth: number): Sale | undefined {
    const { length } = this.sales;
    return this.sales[length - 1 - (nth % Math.max(1, length))];
  }

  /**
   * Performs a person's request, which succeeds, is refused or is cut off by a simulated crash.
   * @returns undefined unless it succeeded
   * @throws Error that a web server would answer with 500
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

  /** The sandbox with its failures ended: for actions at Stripe that are not the site's. */
  async repaired() {
    const { sandbox } = this.world;
    await sandbox.control('repair', {});
    return sandbox;
  }

  /** Records a booking's state before its payer cancels it: the cancellation fee depends on it. */
  async noteCancelling(id: string): Promise<void> {
    const [found] = await this.world.db
      .select({ status: booking.status, paid: payment.status })
      .from(booking)
      .innerJoin(payment, eq(payment.bookingId, booking.id))
      .where(eq(booking.id, id));
    if (!found || found.status === 'CANCELLED' || found.status === 'REJECTED') return;
    this.cancelling.set(id, { confirmed: found.status === 'CONFIRMED', held: found.paid === 'HELD' });
  }

  /** Delivers waiting events. @param how see the sandbox's control `events` @returns how many still wait */
  async deliverEvents(how: { release?: string; copies?: number; seed?: number }): Promise<number> {
    // A crash would fail the delivery, which the sandbox then repeats at a time that the history does not control.
    this.world.fuse.putOut();
    const { control } = this.world.sandbox;
    const read = async (params: object) =>
      z.object({ held: z.number(), accepted: z.number() }).parse(await control('events', params));
    const before = await read({});
    const { held, accepted } = await read(how);
    if (how.release && accepted < before.held) throw new Error('an event was not accepted');
    return held;
  }

  /**
   * Records the states of a payer's bookings before they block the streamer or delete the account, and the age of those
   * that have started.
   */
  async noteLeaving({ id }: Person): Promise<void> {
    const { db } = this.world;
    const age = sql<number>`extract(epoch from now() - ${booking.startAt}) * 1000`.mapWith(Number);
    for (const { id: bookingId, ageMs } of await db
      .select({ id: booking.id, ageMs: age })
      .from(booking)
      .where(eq(booking.consumerId, id))) {
      await this.noteCancelling(bookingId);
      this.left.set(bookingId, ageMs);
    }
  }

  /** @param ms how far to move the clock */
  async wait(ms: number): Promise<void> {
    await advance(this.world.db, ms);
    // Lets the sandbox expire holds and close disputes whose time is up.
    await this.world.sandbox.control('clock', {});
  }
}
