import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { decodeGaze, type GazeMessage } from './gaze-message.ts';

let sent: (GazeMessage | null)[] = [];
vi.mock('../state/call-store.ts', () => ({
  currentCall: () => ({ sendData: async (_label: string, data: string) => void sent.push(decodeGaze(data)) }),
}));
const { tellGaze } = await import('./tell-gaze.ts');

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

const VIEW = { fov: 75, aspect: 1.5, along: false, shown: true };

function telling() {
  let look = { yaw: 0, pitch: 0 };
  let changed = () => {};
  const stop = tellGaze(
    () => ({ ...look, ...VIEW }),
    (listener) => {
      changed = listener;
      return () => {};
    },
  );
  const turn = (yaw: number, pitch: number) => {
    look = { yaw, pitch };
    changed();
  };
  return { turn, stop };
}

it('sends changes at once, at most 30 a second, with their speed', async () => {
  const { turn } = telling();
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toMatchObject([{ yaw: 0, speed: { yaw: 0, pitch: 0 } }]);
  await vi.advanceTimersByTimeAsync(50);
  turn(178, 3);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.at(-1)).toMatchObject({ yaw: 178, speed: { yaw: 178 * 20, pitch: 60 } });
  // Across the back.
  turn(-178, 3);
  await vi.advanceTimersByTimeAsync(32);
  expect(sent).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2);
  expect(sent).toHaveLength(3);
  // 4° in a thirtieth of a second.
  expect(sent.at(-1)).toMatchObject({ yaw: -178, speed: { yaw: 120, pitch: 0 } });
});

it('says that a turn has ended, and repeats itself every second', async () => {
  const { turn, stop } = telling();
  await vi.advanceTimersByTimeAsync(110);
  turn(30, 0);
  await vi.advanceTimersByTimeAsync(190);
  expect(sent.at(-1)).toMatchObject({ yaw: 30, speed: { yaw: 0, pitch: 0 } });
  const before = sent.length;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sent.length - before).toBe(2);
  stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.at(-1)).toMatchObject({ yaw: null });
});
