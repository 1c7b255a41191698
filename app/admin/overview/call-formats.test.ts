import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SPANS } from '#app/call-health/spans.ts';
import { distinctLabels } from '#app/components/plot/distinct-labels.ts';
import { LANGUAGES } from '#app/i18n/languages.ts';
import { callFormats } from './call-formats.ts';

it('never repeats a time on an axis, whatever its range', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LANGUAGES),
      fc.constantFrom(...SPANS),
      fc.integer({ min: 1_767_225_600, max: 1_800_000_000 }),
      fc.integer({ min: 1, max: 91 * 86_400 }),
      (language, span, first, step) => {
        const ticks = Array.from({ length: 12 }, (_, n) => first + n * step);
        const { time } = callFormats(language, span);
        const labels = distinctLabels(ticks, time);
        const shown = labels.filter(Boolean);
        expect(new Set(shown).size).toBe(shown.length);
        // None is lost either.
        expect(new Set(ticks.map(time))).toEqual(new Set(shown));
      },
    ),
  );
});
