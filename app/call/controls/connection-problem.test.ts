import { expect, test } from 'vitest';
import type { CallStats } from '../media/stats.ts';
import { newCallState } from '../state/call-state.ts';
import { connectionProblem } from './connection-problem.ts';

const call = { ...newCallState('K7M4QX9TR', 'guest'), connection: 'open', media: 'connected' } as const;
const stream = { bitrate: null, width: 640, height: 320, framesPerSecond: 30, codec: null, limitation: null };

/** @param loss 0 to 1 @param roundTrip in ms */
function measured(loss: number, roundTrip: number): CallStats {
  return { roundTrip, received: { ...stream, loss }, sent: { ...stream, loss: 0 } };
}

/** What arrives of a 360° picture of 640 × 320. */
const soft = { degrees: 640 / 360, limit: 'arriving' } as const;

test('A sphere of 640 × 320 is soft, though nothing is lost', () => {
  expect(connectionProblem({ call, stats: measured(0, 40), seen: soft })).toBe('soft');
  expect(
    connectionProblem({ call, stats: measured(0, 40), seen: { ...soft, degrees: 1280 / 360 } }),
  ).toBeNull();
});

test('The connection is not to blame for a quality or window that shows no more', () => {
  for (const limit of ['sent', 'window'] as const)
    expect(connectionProblem({ call, stats: measured(0, 40), seen: { ...soft, limit } })).toBeNull();
});

test('A person who saves data has chosen a soft picture', () => {
  const saving = { ...call, videoWish: { ...call.videoWish, saveData: true } };
  expect(connectionProblem({ call: saving, stats: measured(0, 40), seen: soft })).toBe('saved');
});

test('Loss and delay are named, the worse first', () => {
  expect(connectionProblem({ call, stats: measured(0.1, 40), seen: soft })).toBe('weak');
  expect(connectionProblem({ call, stats: measured(0, 400), seen: null })).toBe('slow');
});

test('Nothing is said before the first measurement, or during an interruption, which has its own notice', () => {
  expect(connectionProblem({ call, stats: null, seen: null })).toBeNull();
  const lost = { ...call, connection: 'reconnecting' } as const;
  expect(connectionProblem({ call: lost, stats: measured(0.1, 40), seen: soft })).toBeNull();
});
