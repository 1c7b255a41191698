import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accentShades, contrast, GROUNDS } from './accent.ts';

/** The same colours in each run (a linear congruential generator), with the corners of the colour space. */
function colours(): string[] {
  let state = 360;
  const part = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state >> 16) & 0xff;
  };
  const all = Array.from({ length: 2_000 }, () => [part(), part(), part()]);
  const corners = Array.from({ length: 8 }, (_, at) =>
    [at & 1, at & 2, at & 4].map((bit) => (bit ? 255 : 0)),
  );
  return [...corners, ...all].map(
    (parts) => `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`,
  );
}

it('any colour has shades with a contrast of 4.5:1 in both themes', () => {
  for (const colour of [...colours(), '#777777', '#767676', '#757575']) {
    const shades = accentShades(colour);
    const pairs = (['light', 'dark'] as const).flatMap((theme) => {
      const { accent, hover, on, text } = shades[theme];
      return [[on, accent], [on, hover], ...GROUNDS[theme].map((ground) => [text, ground])] as [
        string,
        string,
      ][];
    });
    for (const [text, background] of pairs)
      expect(contrast(text, background), `${text} on ${background}, of ${colour}`).toBeGreaterThanOrEqual(
        4.5,
      );
  }
});

it('keeps a colour where it can be read and seen', () => {
  const violet = accentShades('#7a1fa2');
  expect(violet.light).toMatchObject({ accent: '#7a1fa2', on: '#ffffff', text: '#7a1fa2' });
  const yellow = accentShades('#ffd54a');
  expect(yellow.dark).toMatchObject({ accent: '#ffd54a', on: '#0b1016', text: '#ffd54a' });
});

it('lightens buttons that could not be told from a dark background', () => {
  expect(accentShades('#1a237e').light.accent).toBe('#1a237e');
  for (const colour of colours())
    expect(contrast(accentShades(colour).dark.accent, GROUNDS.dark[0]), colour).toBeGreaterThanOrEqual(3);
});

it('knows contrast as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it('computes with the backgrounds of the style sheet', () => {
  const tokens = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');
  for (const [at, name] of ['ground', 'raised', 'sunken'].entries())
    expect(tokens).toContain(`--${name}: light-dark(${GROUNDS.light[at]}, ${GROUNDS.dark[at]});`);
});
