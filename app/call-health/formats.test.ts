import fc from 'fast-check';
import { expect, it } from 'vitest';
import { distinctLabels } from '#app/components/plot/distinct-labels.ts';
import { roundSteps } from '#app/components/plot/round-steps.ts';
import { LANGUAGES } from '#app/i18n/languages.ts';
import { secondIn } from '#app/i18n/moments.ts';
import { healthFormats, STEPS } from './formats.ts';

const language = fc.constantFrom(...LANGUAGES);
const ticksFrom = (first: number, step: number) => Array.from({ length: 12 }, (_, n) => first + n * step);

it('labels each value of an axis differently, however small the range', () => {
  fc.assert(
    fc.property(
      language,
      fc.constantFrom(...(['bitrate', 'share', 'frames', 'ms'] as const)),
      fc.nat(14),
      fc.nat(50),
      (lang, name, index, from) => {
        const step = roundSteps(STEPS[name])[index] ?? 1;
        const labels = ticksFrom(from * step, step).map(healthFormats(lang)[name]);
        expect(new Set(labels).size).toBe(labels.length);
      },
    ),
  );
});

it('never repeats a time, also in a call of days, and when clocks go back', () => {
  const start = fc.integer({ min: Date.UTC(2026, 9, 23) / 1000, max: Date.UTC(2026, 9, 26) / 1000 });
  const step = fc.constantFrom(1, 5, 60, 600, 1_800, 3_600, 12 * 3_600, 24 * 3_600);
  fc.assert(
    fc.property(language, start, step, (lang, first, each) => {
      const labels = distinctLabels(ticksFrom(first, each), (seconds) =>
        secondIn(seconds * 1000, 'Europe/Madrid', lang),
      );
      expect(labels[0]).not.toBe('');
      const shown = labels.filter(Boolean);
      expect(new Set(shown).size).toBe(shown.length);
    }),
  );
});
