import { describe, expect, test } from 'vitest';
import type { EndReason, SeatName } from '#protocol/channel.ts';
import type { MeterReading } from './meter-reading.ts';
import { StreamCount } from './stream-count.ts';
import type { MeteredStream } from './stream-store.ts';

const MINUTE = 60_000;

const NONE = { offeredMs: 0, attendedMs: 0, deliveredMs: 0, missedMs: 0, unofferedSince: null, absent: null };
const request: MeteredStream = {
  ...{ id: 'r', priceMinor: 250, currency: 'EUR', budgetMs: 2 * MINUTE, booked: null },
  ...{ holds: [{ amount: 500, feeBps: 1_500 }], endsAt: 60 * MINUTE, totals: NONE },
};
/** A booking of half an hour, starting at minute ten. */
const booking: MeteredStream = {
  ...{ ...request, id: 'b', budgetMs: null, holds: [{ amount: 7_500, feeBps: 1_500 }] },
  ...{ booked: { from: 10 * MINUTE, to: 40 * MINUTE }, endsAt: 40 * MINUTE },
};

const nobody: MeterReading = {
  ...{ offered: false, attended: false, due: false },
  ...{ forwarded: false, heard: false },
};
const host: MeterReading = { ...nobody, offered: true };
const guest: MeterReading = { ...nobody, attended: true };
const both: MeterReading = { ...host, attended: true };
const unseen: MeterReading = { ...both, due: true };
const whole: MeterReading = { ...unseen, forwarded: true, heard: true };

/** Goes through stretches of minutes, from an instant in minutes; reads as each begins, and each second. */
function pass(stream: MeteredStream, from: number, ...stretches: [MeterReading, number][]) {
  const count = new StreamCount(stream);
  let now = from * MINUTE;
  for (const [reading, minutes] of stretches) {
    count.add(reading, 0, now);
    for (const end = now + minutes * MINUTE; now < end; ) {
      now += 1_000;
      count.add(reading, 1_000, now);
    }
  }
  return { count, now };
}
const ended = (endedBy: SeatName | null, endReason: EndReason) => ({
  endedBy,
  endReason,
  seats: { host: null, guest: seated },
});
const seated = {
  ...{ connected: true, camera: null, producers: [], dataProducers: [], encryption: null },
  ...{ videoCodecs: { send: null, receive: null }, takesScreen: false, controlModes: [], handRaised: false },
  ...{ recording: 'off' as const, videoWish: { size: 'full' as const, saveData: false, detail: false } },
};

test('counts each state separately, and takes what is to be written', () => {
  const { count } = pass(
    request,
    0,
    [host, 1],
    [guest, 2],
    [both, 3],
    [unseen, 0.5],
    [whole, 1],
    [nobody, 9],
  );
  const counted = { offeredMs: 5.5 * MINUTE, attendedMs: 6.5 * MINUTE, deliveredMs: MINUTE };
  expect(count.totals).toEqual({ ...NONE, ...counted });
  const tick = count.take();
  expect(tick).toEqual({ ...counted, ms: 7.5 * MINUTE });
  expect(count.take()).toEqual({ ms: 0, offeredMs: 0, attendedMs: 0, deliveredMs: 0 });
  count.putBack(tick);
  count.add(unseen, 1_000, 0);
  expect(count.take()).toMatchObject({ ms: 7.5 * MINUTE + 1_000, deliveredMs: MINUTE });
});

test('a picture counts from the first reading that sees it, to the last one', () => {
  const count = new StreamCount(request);
  for (const reading of [unseen, whole, whole, whole, unseen, whole, unseen, whole, whole])
    count.add(reading, 1_000, 0);
  expect(count.totals.deliveredMs).toBe(3_000);
});

test('media is not counted while the guest is not heard', () => {
  const silent = { ...whole, heard: false };
  const { count } = pass(request, 0, [whole, 0.5], [silent, 0.5], [whole, 0.5]);
  expect(count.totals.deliveredMs).toBe(MINUTE);
});

test('media is counted before the call has started', () => {
  expect(pass(request, 0, [{ ...whole, due: false }, 1]).count.totals.deliveredMs).toBe(MINUTE);
});

test('continues from the totals counted before', () => {
  const { count } = pass({ ...request, totals: { ...NONE, deliveredMs: 90_000 } }, 0, [whole, 0.25]);
  expect(count.totals.deliveredMs).toBe(105_000);
});

describe('a requested call', () => {
  test('ends when its budget is used up', () => {
    expect(pass(request, 0, [whole, 1.9]).count.due).toBeNull();
    expect(pass(request, 0, [whole, 2]).count.due).toEqual({ status: 'FINISHED', reason: 'budget' });
  });

  test('ends when the picture did not arrive, or was not consumed, for a minute in total', () => {
    expect(pass(request, 0, [unseen, 0.5], [whole, 0.5], [both, 5], [unseen, 0.4]).count.due).toBeNull();
    expect(pass(request, 0, [unseen, 0.5], [whole, 0.5], [unseen, 0.5]).count.due).toEqual({
      ...{ status: 'FAILED', reason: 'media' },
    });
  });

  test.each([
    [whole, 0.45, 0, 93_000, null],
    [whole, 1, 250, 60_000, null],
    [host, 1, 0, 120_000, 'guest-away'],
    [guest, 1, 0, 120_000, 'no-picture'],
    [nobody, 1, 0, 120_000, 'no-picture'],
    [both, 1, 0, 120_000, 'not-arriving'],
  ] as const)(
    'costs by the delivered time: %j for %d min: %d',
    (reading, minutes, amountMinor, leftMs, why) => {
      const { count, now } = pass(request, 0, [reading, minutes]);
      const told = { amountMinor, leftMs, why, budgetMs: 120_000, currency: 'EUR' };
      expect(count.meterEvent('guest', reading, now)).toMatchObject(told);
      expect(count.meterEvent('host', reading, now).amountMinor).toBe(
        amountMinor - Math.round(amountMinor * 0.15),
      );
    },
  );

  test('ends no later than its room', () => {
    const { count, now } = pass({ ...request, endsAt: 2 * MINUTE }, 1, [nobody, 0.5]);
    expect(count.meterEvent('guest', nobody, now).leftMs).toBe(MINUTE / 2);
  });
});

describe('a booking', () => {
  test('counts only within its booked time', () => {
    const { count } = pass(booking, 9, [whole, 32]);
    expect(count.totals).toMatchObject({ deliveredMs: 30 * MINUTE, missedMs: 0, absent: null });
    expect(count.meterEvent('guest', whole, 9 * MINUTE)).toMatchObject({
      ...{ why: 'early', amountMinor: 7_500, leftMs: 31 * MINUTE, budgetMs: null },
    });
  });

  test('counts as missed while the guest is there without a picture, and costs less', () => {
    const { count, now } = pass(booking, 10, [whole, 5], [guest, 1], [host, 1], [nobody, 1], [whole, 5]);
    expect(count.totals).toMatchObject({ missedMs: MINUTE, absent: null });
    expect(count.meterEvent('guest', whole, now).amountMinor).toBe(29 * 250);
  });

  test.each([
    ['a guest who waits for ten minutes', [[guest, 9.5]], 'PRODUCER'],
    ['a guest who waits for less', [[guest, 9.4]], null],
    [
      'a guest who waits in between',
      [
        [whole, 5],
        [guest, 5],
        [whole, 5],
        [guest, 4.5],
      ],
      'PRODUCER',
    ],
    ['a streamer who waits for ten minutes', [[host, 9.5]], 'CONSUMER'],
    ['a streamer who waits for less', [[host, 9.4]], null],
    [
      'a streamer who comes a bit later',
      [
        [nobody, 8],
        [host, 9.5],
      ],
      'CONSUMER',
    ],
    [
      'a streamer who comes when no one would wait any more',
      [
        [nobody, 11],
        [host, 19],
      ],
      null,
    ],
    [
      'a streamer whose guest has been there',
      [
        [whole, 1],
        [host, 15],
      ],
      null,
    ],
    ['both, when no picture gets through', [[both, 15]], null],
    [
      'a streamer who comes after the guest has waited',
      [
        [guest, 9.5],
        [host, 10],
      ],
      'PRODUCER',
    ],
    [
      'a guest who comes after the streamer has waited',
      [
        [host, 9.5],
        [guest, 15],
      ],
      'CONSUMER',
    ],
  ] as [string, [MeterReading, number][], string | null][])('%s', (_, stretches, absent) => {
    expect(pass(booking, 10, ...stretches).count.totals.absent).toBe(absent);
  });

  test.each([
    ['host', 'left', true],
    ['host', 'lost', true],
    [null, 'server', true],
    [null, 'admin', true],
    ['guest', 'left', false],
    ['guest', 'lost', false],
    [null, 'time', false],
    [null, 'cancelled', false],
  ] as const)('after an end by %s (%s), time counts as missed: %s', (by, reason, isMissed) => {
    const { count, now } = pass(booking, 10, [whole, 5]);
    count.end(ended(by, reason), now);
    expect(count.totals.unofferedSince).toBe(isMissed ? 15 * MINUTE : null);
    // The guest comes back before the streamer: no second counts as missed twice.
    for (let at = 17 * MINUTE; at < 18 * MINUTE; at += 1_000) count.add(guest, 1_000, at + 1_000);
    count.add(whole, 1_000, 18 * MINUTE + 1_000);
    expect(count.totals).toMatchObject({
      ...{ unofferedSince: null, missedMs: (isMissed ? 3 : 1) * MINUTE },
    });
  });

  test('an end before a guest has come does not count as missed', () => {
    const { count, now } = pass(booking, 10, [host, 5]);
    count.end({ ...ended('host', 'left'), seats: { host: null, guest: null } }, now);
    expect(count.totals.unofferedSince).toBeNull();
  });
});
