import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Language } from './languages.ts';
import {
  clearMomentIn,
  dateIn,
  dayIn,
  daysInWords,
  isoDayIn,
  longMomentIn,
  momentIn,
  monthIn,
  secondIn,
  shortDateIn,
  shortDayIn,
  shortestDateIn,
  shortMomentIn,
  spanIn,
  timeIn,
  timeWithOffset,
} from './moments.ts';
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

it.each<[Language, string[]]>([
  [
    'en',
    [
      ...['Sunday 5 September', 'Sun 5', '5 September 2027', '5 Sep 2027', '5 Sep', 'September 2027'],
      ...['05:04', '05:04:09', '5 September 2027 at 05:04', '5 Sep 2027, 05:04', '05:04 GMT+2'],
    ],
  ],
  [
    'es',
    [
      ...['domingo, 5 de septiembre', 'dom 5', '5 de septiembre de 2027', '5 sep 2027', '5 sep'],
      ...['septiembre de 2027', '5:04', '05:04:09', '5 de septiembre de 2027 a las 5:04'],
      ...['5 sep 2027, 5:04', '5:04 GMT+2'],
    ],
  ],
])('writes dates in %s with words and punctuation that no browser decides', (language, words) => {
  const at = Date.parse('2027-09-05T03:04:09Z');
  const zone = 'Europe/Madrid';
  const dates = [dayIn, shortDayIn, dateIn, shortDateIn, shortestDateIn, monthIn];
  const times = [timeIn, secondIn, longMomentIn, shortMomentIn, timeWithOffset];
  expect([...dates, ...times].map((write) => write(at, zone, language))).toEqual(words);
});

it('finds the day of a time zone', () => {
  const at = Date.parse('2026-12-31T23:30:00Z');
  expect(isoDayIn(at, 'Europe/Madrid')).toBe('2027-01-01');
  expect(isoDayIn(at, 'America/New_York')).toBe('2026-12-31');
  expect(daysInWords('2027-08-01', '2027-08-07', 'en')).toBe('Sun, 1 August 2027 – Sat, 7 August 2027');
  expect(daysInWords('2027-08-01', '2027-08-01', 'es')).toBe('dom, 1 de agosto de 2027');
});

it('dates and times are written only here', () => {
  const app = fileURLToPath(new URL('../', import.meta.url));
  const elsewhere = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/^i18n\/|\.server\.ts$|\.test\.ts$/.test(name),
  );
  expect(elsewhere.length).toBeGreaterThan(500);
  const own = /DateTimeFormat|toLocale(?:Date|Time)?String\(\)/;
  expect(elsewhere.filter((name) => own.test(readFileSync(app + name, 'utf8')))).toEqual([]);
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
