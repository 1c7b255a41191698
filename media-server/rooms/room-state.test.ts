import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Camera } from '#protocol/camera.ts';
import type { EndReason } from '#protocol/channel.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { defaultLimits } from '../limit-settings.ts';
import { advance, deadline, isCall, isOver, type RoomEvent, type RoomState } from './room-state.ts';

const camera: Camera = {
  cameraType: 'INTEGRATED_CAM',
  quality: 'MEDIUM',
  projection: 'flat',
  stereo: 'mono',
  heading: 0,
  pitch: 0,
  roll: 0,
  lenses: USUAL_LENSES,
};

const made: RoomState = {
  status: 'CREATED',
  endReason: null,
  endedBy: null,
  hostKey: 'alice',
  opened: null,
  seats: { host: null, guest: null },
  expiresAt: 300_000,
  longestExpiry: 3_600_000,
  endsAt: null,
  requestedAt: null,
  startedAt: null,
  endedAt: null,
};

const follow = (events: RoomEvent[], from = made) => events.reduce(advance, from);
const opened = follow([
  { type: 'join', seat: 'host', holder: 'alice' },
  { type: 'open', camera },
]);
const requested = follow([{ type: 'request', holder: 'bob', camera, at: 10_000 }], opened);
const started = follow(
  [
    { type: 'ready', seat: 'guest', at: 11_000 },
    { type: 'ready', seat: 'host', at: 12_000 },
  ],
  requested,
);
/** Deadline of a call that nothing else ends. */
const longest = {
  at: 12_000 + defaultLimits.longestCallMs,
  end: { status: 'FINISHED', reason: 'limit', by: null },
};
const { seatGraceMs } = defaultLimits;
const code = (name: string) => expect.objectContaining({ code: name });

describe('Deadlines of a room', () => {
  test('a waiting room expires, even with people in it', () => {
    const expired = { at: 300_000, end: { status: 'FINISHED', reason: 'expired', by: null } };
    expect(deadline(made, defaultLimits)).toEqual(expired);
    const dropped = follow([{ type: 'drop', seat: 'host', at: 20_000 }], opened);
    expect(deadline(dropped, defaultLimits)).toEqual(expired);
  });

  test('an entered room fails unless it is started', () => {
    const failed = { at: 70_000, end: { status: 'FAILED', reason: 'timeout', by: null } };
    expect(deadline(requested, defaultLimits)).toEqual(failed);
    expect(deadline(started, defaultLimits)).toEqual(longest);
  });

  test('a started call ends at the maximum duration, even while a seat is kept', () => {
    expect(deadline(started, defaultLimits)).toEqual(longest);
    const at = 12_000 + defaultLimits.longestCallMs - 1;
    const dropped = follow([{ type: 'drop', seat: 'guest', at }], started);
    expect(deadline(dropped, defaultLimits)).toEqual(longest);
  });

  test('a booked room ends with its booked time, entered or not', () => {
    const time = { at: 100_000, end: { status: 'FINISHED', reason: 'time', by: null } };
    for (const state of [made, opened, started])
      expect(deadline({ ...state, endsAt: 100_000, expiresAt: 100_000 }, defaultLimits)).toEqual(time);
  });

  test('the first of two dropped seats ends the call', () => {
    const dropped = follow(
      [
        { type: 'drop', seat: 'guest', at: 20_000 },
        { type: 'drop', seat: 'host', at: 15_000 },
      ],
      started,
    );
    const lost = { at: 15_000 + seatGraceMs, end: { status: 'FINISHED', reason: 'lost', by: 'host' } };
    expect(deadline(dropped, defaultLimits)).toEqual(lost);
  });

  test('a seat that came back ends nothing', () => {
    const drop: RoomEvent = { type: 'drop', seat: 'guest', at: 20_000 };
    expect(deadline(follow([drop, { type: 'resume', seat: 'guest' }], started), defaultLimits)).toEqual(
      longest,
    );
    const join: RoomEvent = { type: 'join', seat: 'guest', holder: 'bob' };
    expect(deadline(follow([drop, join], started), defaultLimits)).toEqual(longest);
  });

  test('an absent host’s full grace period starts when a guest enters', () => {
    const away = follow([{ type: 'drop', seat: 'host', at: 20_000 }], opened);
    const entered = follow([{ type: 'request', holder: 'bob', camera, at: 200_000 }], away);
    expect(deadline(entered, defaultLimits)).toMatchObject({
      at: 200_000 + seatGraceMs,
      end: { by: 'host' },
    });
  });

  test('an ended room has no deadline', () => {
    const over = follow(
      [{ type: 'end', status: 'FINISHED', reason: 'left', by: 'host', at: 13_000 }],
      started,
    );
    expect(deadline(over, defaultLimits)).toBeNull();
    expect(() => advance(over, { type: 'resume', seat: 'host' })).toThrow(code('CHANNEL_ENDED'));
  });
});

describe('Rejoining a call that ended', () => {
  const end = (reason: EndReason, from = started) =>
    advance(from, { type: 'end', status: 'FINISHED', reason, by: 'guest', at: 20_000 });
  const rejoin: RoomEvent = { type: 'rejoin', seat: 'guest', holder: 'bob', at: 25_000 };

  test('keeps the other seat as dropped, and restarts with the first start', () => {
    const back = advance(end('left'), rejoin);
    expect(back).toMatchObject({ status: 'REQUESTED', endReason: null, endedBy: null, endedAt: null });
    expect(deadline(back, defaultLimits)).toEqual({
      at: 25_000 + seatGraceMs,
      end: { status: 'FINISHED', reason: 'lost', by: 'host' },
    });
    const both = follow(
      [
        { type: 'join', seat: 'host', holder: 'alice' },
        { type: 'ready', seat: 'host', at: 31_000 },
        { type: 'ready', seat: 'guest', at: 32_000 },
      ],
      back,
    );
    expect(both).toMatchObject({ status: 'STARTED', startedAt: 12_000 });
    expect(deadline(both, defaultLimits)).toEqual(longest);
  });

  test('resets the control modes that the host offered', () => {
    const offering = advance(started, { type: 'offer', seat: 'host', modes: ['PAD'] });
    expect(offering.seats.host?.controlModes).toEqual(['PAD']);
    expect(advance(end('left', offering), rejoin).seats.host?.controlModes).toEqual([]);
  });

  test('lowers a raised hand', () => {
    const raising = advance(started, { type: 'hand', seat: 'host', raised: true });
    expect(raising.seats.host?.handRaised).toBe(true);
    expect(advance(end('left', raising), rejoin).seats.host?.handRaised).toBe(false);
  });

  test.each<EndReason>(['admin', 'limit', 'expired'])('is refused after %s', (reason) => {
    expect(() => advance(end(reason), rejoin)).toThrow(code('CHANNEL_ENDED'));
  });

  test('is only for the two holders, after both were there', () => {
    expect(() => advance(end('left'), { ...rejoin, holder: 'carol' })).toThrow(code('CHANNEL_ENDED'));
    const host: RoomEvent = { ...rejoin, seat: 'host', holder: 'alice' };
    expect(() => advance(end('left', opened), host)).toThrow(code('CHANNEL_ENDED'));
    expect(advance(end('left'), host).seats.host?.droppedAt).toBeNull();
  });
});

describe('Holders of seats', () => {
  test('only the room’s creator takes the host’s seat', () => {
    const join: RoomEvent = { type: 'join', seat: 'host', holder: 'mallory' };
    expect(() => advance(made, join)).toThrow(code('SEAT_TAKEN'));
  });

  test('only the first guest takes the guest’s seat', () => {
    const request: RoomEvent = { type: 'request', holder: 'carol', camera, at: 0 };
    expect(() => advance(requested, request)).toThrow(code('SEAT_TAKEN'));
    const join: RoomEvent = { type: 'join', seat: 'guest', holder: 'carol' };
    expect(() => advance(requested, join)).toThrow(code('SEAT_TAKEN'));
  });

  test('refuses joining a seat that was not entered, or entering a room that was not opened', () => {
    const join: RoomEvent = { type: 'join', seat: 'guest', holder: 'bob' };
    expect(() => advance(opened, join)).toThrow(code('WRONG_STATE'));
    const request: RoomEvent = { type: 'request', holder: 'bob', camera, at: 0 };
    const waiting = advance(made, { type: 'join', seat: 'host', holder: 'alice' });
    expect(() => advance(waiting, request)).toThrow(code('WRONG_STATE'));
  });
});

test('One ready side alone, or one that dropped its media, does not start the call', () => {
  const one = follow([{ type: 'ready', seat: 'host', at: 11_000 }], requested);
  expect(one.status).toBe('REQUESTED');
  const anew = follow([{ type: 'unready', seat: 'host' }], one);
  expect(follow([{ type: 'ready', seat: 'guest', at: 12_000 }], anew).status).toBe('REQUESTED');
  expect(started).toMatchObject({ status: 'STARTED', startedAt: 12_000 });
});

describe('Any sequence of events', () => {
  const seat = fc.constantFrom('host' as const, 'guest' as const);
  const holder = fc.constantFrom('alice', 'bob', 'carol');
  const at = fc.nat(400_000);
  const anyEvent: fc.Arbitrary<RoomEvent> = fc.oneof(
    fc.record({ type: fc.constant('join' as const), seat, holder }),
    fc.record({ type: fc.constant('rejoin' as const), seat, holder, at }),
    fc.record({ type: fc.constant('resume' as const), seat }),
    fc.record({ type: fc.constant('drop' as const), seat, at }),
    fc.record({ type: fc.constant('open' as const), camera: fc.constant(camera) }),
    fc.record({ type: fc.constant('request' as const), holder, camera: fc.constant(camera), at }),
    fc.record({ type: fc.constant('camera' as const), seat, camera: fc.constant(camera) }),
    fc.record({ type: fc.constant('ready' as const), seat, at }),
    fc.record({ type: fc.constant('unready' as const), seat }),
    fc.record({ type: fc.constant('record' as const), seat, wanted: fc.boolean() }),
    fc.record({ type: fc.constant('answer' as const), seat, agreed: fc.boolean(), at }),
  );
  const order = ['CREATED', 'REQUESTED', 'STARTED', 'FINISHED'];
  const tryAll = (
    events: RoomEvent[],
    check: (before: RoomState, state: RoomState, event: RoomEvent) => void,
  ) =>
    events.reduce((before, event) => {
      let state = before;
      try {
        state = advance(before, event);
      } catch (error) {
        expect(error).toMatchObject({ name: 'ProtocolError' });
      }
      check(before, state, event);
      return state;
    }, made);

  test('moves a room’s status only forward and keeps the seats’ holders', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        tryAll(events, (before, state) => {
          expect(order.indexOf(state.status)).toBeGreaterThanOrEqual(order.indexOf(before.status));
          if (before.seats.guest) expect(state.seats.guest?.holder).toBe(before.seats.guest.holder);
          expect(state.seats.host?.holder ?? 'alice').toBe('alice');
          expect(isCall(state)).toBe(state.seats.guest !== null);
          expect(isOver(state)).toBe(false);
        });
      }),
    );
  });

  test('records only a seat that was asked and has agreed', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        tryAll(events, (before, state, event) => {
          for (const seat of ['host', 'guest'] as const) {
            const [was, is] = [before.seats[seat]?.recording.state, state.seats[seat]?.recording.state];
            if (is !== 'on' || was === 'on') continue;
            const other = seat === 'host' ? 'guest' : 'host';
            expect(event).toMatchObject({ type: 'answer', seat: other, agreed: true });
            expect(was).toBe('asked');
          }
        });
      }),
    );
  });

  test('leaves no empty room without a deadline', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (events) => {
        tryAll(events, (_, state) => {
          const alone = state.seats.host?.droppedAt !== null && state.seats.guest?.droppedAt !== null;
          if (alone) expect(deadline(state, defaultLimits)).not.toBeNull();
        });
      }),
    );
  });
});
