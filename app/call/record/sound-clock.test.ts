import { expect, it } from 'vitest';
import { SoundClock } from './sound-clock.ts';

const RATE = 48_000;
const FRAMES = 2048;
const LASTS = FRAMES / RATE;

type Heard = { endedAt: number; frames: number };

/** Positions of the buffers on the track, and the track's end, in seconds. Fails on a gap or an overlap. */
function placed(heard: Heard[]) {
  const clock = new SoundClock(RATE);
  let end = 0;
  const places = heard.map(({ endedAt, frames }) => {
    const place = clock.place(endedAt, frames);
    if (!place) return null;
    expect(place.begins - place.silence).toBe(end);
    end = place.begins + frames;
    return { at: place.begins / RATE, silence: place.silence / RATE };
  });
  const silence = places.reduce((sum, place) => sum + (place?.silence ?? 0), 0);
  return { places, silence, end: end / RATE };
}

/** Buffers that end at these times, in seconds. */
const ending = (times: number[]): Heard[] => times.map((endedAt) => ({ endedAt, frames: FRAMES }));

it('follows a device that loses a third of its sound', () => {
  const count = Math.floor((28.2 / LASTS) * (19 / 28.2));
  const every = 28.2 / count;
  const { silence, end, places } = placed(ending(Array.from({ length: count }, (_, i) => (i + 1) * every)));
  expect(Math.abs(end - 28.2)).toBeLessThan(0.1);
  expect(silence).toBeCloseTo(9.2, 0);
  for (const [i, place] of places.entries())
    expect(Math.abs((place?.at ?? 0) - ((i + 1) * every - LASTS))).toBeLessThanOrEqual(0.1);
});

it('adds and drops nothing when buffers come unevenly', () => {
  const late = [0, 0.09, 0.03, 0.06, 0];
  const times = Array.from({ length: 1_000 }, (_, i) => (i + 1) * LASTS + (late[i % late.length] ?? 0));
  const { silence, end, places } = placed(ending(times));
  expect(silence).toBe(0);
  expect(places).not.toContain(null);
  expect(end).toBeCloseTo(1_000 * LASTS);
});

it('fills a gap up to the next buffer, and the beginning', () => {
  const { places } = placed(ending([2, 2 + LASTS, 5]));
  expect(places).toEqual([
    { at: 2 - LASTS, silence: 2 - LASTS },
    { at: 2, silence: 0 },
    { at: 5 - LASTS, silence: 5 - LASTS - (2 + LASTS) },
  ]);
});

it('drops what comes too late because silence has taken its place', () => {
  const { places, end } = placed([{ endedAt: 4, frames: 0 }, ...ending([1, 3.5, 3.9, 4.1])]);
  expect(places.map((place) => place?.at ?? null)).toEqual([4, null, null, 4, 4 + LASTS]);
  expect(end).toBeCloseTo(4 + 2 * LASTS);
});
