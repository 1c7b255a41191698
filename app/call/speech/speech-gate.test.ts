import { expect, it } from 'vitest';
import { SpeechGate } from './speech-gate.ts';

/** Results of a gate for these levels, one every 50 ms. */
function heard(levels: readonly number[]): boolean[] {
  const gate = new SpeechGate();
  return levels.map((level, index) => gate.hear(level, index * 50));
}

const last = (levels: readonly number[]) => heard(levels).at(-1);
const times = (count: number, level: number) => Array<number>(count).fill(level);

it('Speech is louder than the noise, and lasts until a pause', () => {
  const speech = [...times(20, -70), ...times(10, -25)];
  expect(last(speech)).toBe(true);
  expect(last([...speech, ...times(5, -70), -25])).toBe(true);
  expect(last([...speech, ...times(5, -70)])).toBe(true);
  expect(last([...speech, ...times(20, -70)])).toBe(false);
});

it('Neither noise, initial or later, nor silence counts as speech', () => {
  expect(heard(times(100, -30))).not.toContain(true);
  expect(last([...times(20, -Infinity), ...times(1_000, -40)])).toBe(false);
  expect(heard([...times(20, -Infinity), ...times(20, -55)])).not.toContain(true);
});

it('Detects speech over noise', () => {
  expect(last([...times(20, -40), -25])).toBe(true);
  expect(last([...times(20, -40), -35])).toBe(false);
});
