import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { canReadFrames, trackFrames } from './track-frames.ts';

/** Replaces a video element that plays a track. */
class Player {
  static latest: Player;
  srcObject: object | null = null;
  readyState = 2;
  onFrame: (() => void) | null = null;
  constructor() {
    Player.latest = this;
  }
  async play(): Promise<void> {}
  requestVideoFrameCallback(onFrame: () => void): number {
    this.onFrame = onFrame;
    return 1;
  }
  cancelVideoFrameCallback(): void {
    this.onFrame = null;
  }
}

const made = vi.fn();
class Frame {
  readonly of: Player;
  constructor(of: Player) {
    made();
    this.of = of;
  }
}

const page = { hidden: false, createElement: () => new Player() };
const track = { readyState: 'live' };

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(page, { hidden: false });
  track.readyState = 'live';
  made.mockClear();
  vi.stubGlobal('document', page);
  vi.stubGlobal('MediaStream', class {});
  vi.stubGlobal('HTMLVideoElement', Player);
  vi.stubGlobal('HTMLMediaElement', { HAVE_CURRENT_DATA: 2 });
  vi.stubGlobal('VideoFrame', Frame);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = (): ReturnType<typeof trackFrames> => Reflect.apply(trackFrames, null, [track]);

function reading() {
  const frames = open();
  if (!frames) throw new Error('The track cannot be read');
  const reader = frames.readable.getReader();
  const read = vi.fn();
  const next = () => reader.read().then(read);
  return { frames, reader, read, next, player: Player.latest };
}

/** Lets settled promises continue. */
const settle = () => vi.advanceTimersByTimeAsync(0);

it('creates a frame when one is read and the element shows a new one', async () => {
  const { read, next, player } = reading();
  void next();
  await settle();
  expect(made).not.toHaveBeenCalled();
  player.onFrame?.();
  await settle();
  expect(read).toHaveBeenCalledExactlyOnceWith({
    done: false,
    value: expect.objectContaining({ of: player }),
  });

  // Two come while none is read: only the second is created, on the next read.
  player.onFrame?.();
  player.onFrame?.();
  await settle();
  expect(made).toHaveBeenCalledOnce();
  void next();
  void next();
  await settle();
  expect(read).toHaveBeenCalledTimes(2);
});

it('polls once a second in a hidden tab', async () => {
  const { read, next } = reading();
  void next();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(read).not.toHaveBeenCalled();
  page.hidden = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).toHaveBeenCalledOnce();
});

it('ends with the track, while a frame is awaited', async () => {
  const { read, next, player } = reading();
  void next();
  track.readyState = 'ended';
  await vi.advanceTimersByTimeAsync(1_000);
  expect(read).toHaveBeenCalledExactlyOnceWith({ done: true, value: undefined });
  expect(player).toMatchObject({ srcObject: null, onFrame: null });
  expect(open()).toBeNull();
});

it('creates nothing once it is cancelled', async () => {
  const { reader, next, player } = reading();
  void next();
  await settle();
  // A frame comes, but is cancelled before it is created.
  player.onFrame?.();
  void reader.cancel();
  await settle();
  expect(made).not.toHaveBeenCalled();
  expect(player).toMatchObject({ srcObject: null, onFrame: null });
  expect(vi.getTimerCount()).toBe(0);
});

it('fails if the browser creates no frames from the element', async () => {
  made.mockImplementation(() => {
    throw new TypeError('Not of this');
  });
  const { next, player } = reading();
  const failed = expect(next()).rejects.toThrow('Not of this');
  for (let frame = 0; frame < 30; frame++) {
    await settle();
    player.onFrame?.();
  }
  await failed;
  made.mockReset();
});

it('waits for the next frame if the element has none', async () => {
  made.mockImplementationOnce(() => {
    throw new DOMException('Invalid source state', 'InvalidStateError');
  });
  const { read, next, player } = reading();
  void next();
  await settle();
  player.onFrame?.();
  await settle();
  expect(read).not.toHaveBeenCalled();
  player.onFrame?.();
  await settle();
  expect(read).toHaveBeenCalledOnce();
});

it('reads nothing if the browser has neither processors nor frames', () => {
  expect(canReadFrames()).toBe(true);
  vi.stubGlobal('VideoFrame', undefined);
  expect(canReadFrames()).toBe(false);
  expect(open()).toBeNull();
});
