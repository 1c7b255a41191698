import { afterEach, describe, expect, it, vi } from 'vitest';
import { momentIn } from './moments.ts';
import { findTimeZone, formattable, ownTimeZone } from './time-zones.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** As in a browser whose time zone has this name, and that knows none of `unknown`. */
function inBrowserAt(zone: string | undefined, ...unknown: string[]): void {
  class DateTimeFormat extends Intl.DateTimeFormat {
    readonly #isOwn: boolean;
    constructor(locale?: string, options?: Intl.DateTimeFormatOptions) {
      if (unknown.includes(options?.timeZone ?? '')) throw new RangeError('Invalid time zone specified');
      super(locale, options);
      this.#isOwn = options === undefined;
    }
    override resolvedOptions() {
      const resolved = super.resolvedOptions();
      return this.#isOwn ? Object.assign(resolved, { timeZone: zone }) : resolved;
    }
  }
  vi.stubGlobal('Intl', Object.assign(Object.create(Intl), { DateTimeFormat }));
}

describe('a time zone', () => {
  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['asia/kolkata', 'Asia/Kolkata'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['America/Godthab', 'America/Nuuk'],
    ['Pacific/Enderbury', 'Pacific/Kanton'],
    ['Europe/Madrid', 'Europe/Madrid'],
    ['Etc/UTC', 'UTC'],
  ])('%s is called %s', (name, later) => {
    expect(findTimeZone(name)).toBe(later);
  });

  it.each(['Etc/Unknown', 'Nonsense/Place', ''])('%j does not exist', (name) => {
    expect(findTimeZone(name)).toBeNull();
  });
});

describe("a browser's own time zone", () => {
  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Etc/Unknown', 'UTC'],
    [undefined, 'UTC'],
  ])('%s is %s', (own, zone) => {
    inBrowserAt(own);
    expect(ownTimeZone()).toBe(zone);
  });

  it('keeps its former name in a browser that does not know the later one', () => {
    inBrowserAt('Europe/Kiev', 'Europe/Kyiv');
    expect(ownTimeZone()).toBe('Europe/Kiev');
  });
});

it('formats times in any time zone, also one that the browser does not know by this name', () => {
  const at = Date.parse('2027-01-07T10:00:00Z');
  inBrowserAt('UTC', 'Asia/Kolkata');
  expect(formattable('Asia/Kolkata')).toBe('Asia/Calcutta');
  expect(momentIn(at, 'Asia/Kolkata', 'en')).toBe('Thursday 7 January, 15:30');
  expect(momentIn(at, 'Etc/Unknown', 'en')).toBe('Thursday 7 January, 10:00');
});
