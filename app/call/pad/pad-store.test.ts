import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCall } from '../tests/fake-call.ts';

let call: FakeCall;
let pad: typeof import('./pad-store.ts');
let page: EventTarget & { visibilityState?: string };

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', page);
  call = new FakeCall('guest');
  pad = await import('./pad-store.ts');
  return () => {
    pad.releaseAll();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const held = () => pad.padStore.getState().held;

describe('A direction of the pad', () => {
  it('is renewed while it is held, and released once', () => {
    pad.hold('left');
    expect(call.pressed).toEqual(['left on']);
    vi.advanceTimersByTime(600);
    expect(call.pressed).toEqual(Array(4).fill('left on'));
    pad.release('left');
    pad.release('left');
    vi.advanceTimersByTime(10_000);
    expect(call.pressed.slice(4)).toEqual(['left off']);
    pad.hold('left');
    vi.advanceTimersByTime(200);
    expect(call.pressed.slice(5)).toEqual(['left on', 'left on']);
  });

  it('is shown as sent once the host gets it', async () => {
    const sent = () => pad.padStore.getState().sent;
    pad.hold('left');
    expect(sent()).toEqual([]);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent()).toEqual(['left']);
    pad.release('left');
    expect(sent()).toEqual([]);
    call.refuses = true;
    pad.hold('up');
    await vi.advanceTimersByTimeAsync(0);
    expect(sent()).toEqual([]);
  });

  it('combines with the other axis, and replaces its opposite', () => {
    pad.hold('left');
    pad.hold('up');
    pad.hold('right');
    expect(held()).toEqual(['up', 'right']);
    expect(call.pressed).toEqual(['left on', 'up on', 'left off', 'right on']);
    pad.release('up');
    vi.advanceTimersByTime(200);
    expect(call.pressed.slice(4)).toEqual(['up off', 'right on']);
  });

  it('is not shown as held if the host does not receive it', async () => {
    call.refuses = true;
    pad.hold('up');
    expect(held()).toEqual(['up']);
    await vi.waitFor(() => expect(held()).toEqual([]));
  });

  it.each([
    ['the connection is lost', () => call.be({ connection: 'reconnecting' })],
    ['the host has lost theirs', () => call.beOther({ connected: false })],
    ['the host no longer offers it', () => call.beOther({ controlModes: [] })],
    ['the call ends', () => call.beRoom({ status: 'FINISHED', endReason: 'left' })],
    ['the call is cleared', () => call.store.setState({ call: null })],
    ['the page loses the focus', () => page.dispatchEvent(new Event('blur'))],
    ['the page is left', () => page.dispatchEvent(new Event('pagehide'))],
    [
      'the page is hidden',
      () => {
        page.visibilityState = 'hidden';
        page.dispatchEvent(new Event('visibilitychange'));
      },
    ],
  ])('is released when %s, and not held again by itself', (_when, happen) => {
    pad.hold('down');
    happen();
    expect(held()).toEqual([]);
    expect(call.pressed).toEqual(['down on', 'down off']);
    call.be({});
    vi.advanceTimersByTime(1_000);
    expect(call.pressed).toHaveLength(2);
  });

  it('cannot be held where the pad is not offered', () => {
    call.beOther({ controlModes: ['VOICE'] });
    pad.hold('up');
    expect(held()).toEqual([]);
    expect(call.pressed).toEqual([]);
  });
});
