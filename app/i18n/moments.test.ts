import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { clearMomentIn, longMomentIn, momentIn, spanIn, timeIn, timeWithOffset } from './moments.ts';
import { onClock } from './reader.ts';

const at = (time: string) => Date.parse(`2026-12-07T${time}Z`);

it.each([
  ['00:05', '00:05', '12:05\u{a0}am', '12:05\u{a0}a.\u{a0}m.'],
  ['09:30', '09:30', '9:30\u{a0}am', '9:30\u{a0}a.\u{a0}m.'],
  ['12:00', '12:00', '12:00\u{a0}pm', '12:00\u{a0}p.\u{a0}m.'],
  ['23:59', '23:59', '11:59\u{a0}pm', '11:59\u{a0}p.\u{a0}m.'],
])('%s is written %s, %s or %s', (time, en, english, spanish) => {
  expect(timeIn(at(time), 'UTC', 'en')).toBe(en);
  expect(timeIn(at(time), 'UTC', 'en-12')).toBe(english);
  expect(timeIn(at(time), 'UTC', 'es-12')).toBe(spanish);
});

it('writes the time alone on the reader\u2019s clock, not what stands beside it', () => {
  const zone = 'Asia/Kolkata';
  expect(momentIn(at('09:00'), zone, 'en-12')).toBe('Monday 7 December, 2:30\u{a0}pm');
  expect(spanIn(at('06:00'), at('07:15'), zone, 'en-12')).toBe(
    'Monday 7 December, 11:30\u{a0}am–12:45\u{a0}pm',
  );
  expect(timeWithOffset(at('09:00'), zone, 'en-12')).toBe('2:30\u{a0}pm GMT+5:30');
  expect(longMomentIn(at('09:00'), zone, 'en-12')).toBe('7 December 2026 at 2:30\u{a0}pm');
  expect(onClock('7 Dec 2026, 14:05:09 UTC', 'en-12')).toBe('7 Dec 2026, 2:05:09\u{a0}pm UTC');
});

it('says that a moment is in UTC where no other text names the time zone', () => {
  expect(clearMomentIn(at('09:00'), 'UTC', 'en')).toBe('Monday 7 December, 09:00 UTC');
  expect(longMomentIn(at('09:00'), 'UTC', 'en')).toBe('7 December 2026 at 09:00 UTC');
  expect(clearMomentIn(at('09:00'), 'Europe/Madrid', 'en')).toBe('Monday 7 December, 10:00');
});

it('components write times for their reader, not for a language', () => {
  const app = fileURLToPath(new URL('../', import.meta.url));
  const components = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tsx'),
  );
  const wrong =
    /\b(?:timeIn|momentIn|spanIn|clearMomentIn|longMomentIn|timesInWords)\((?:[^()]|\([^()]*\))*\blanguage,?\s*\)/;
  expect(components.length).toBeGreaterThan(300);
  expect(components.filter((name) => wrong.test(readFileSync(app + name, 'utf8')))).toEqual([]);
});
