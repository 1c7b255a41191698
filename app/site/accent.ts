/** Red, green and blue, from 0 to 255. */
type Colour = readonly [number, number, number];

const INK = '#0b1016';
const WHITE = '#ffffff';
const BLACK = '#000000';

/** The backgrounds of text in each theme (`styles/tokens.css`). */
export const GROUNDS = {
  light: ['#f6f7f9', '#ffffff', '#eceff3'],
  dark: ['#0b1016', '#151c25', '#1c2530'],
} as const;

/** The least contrast of text (WCAG 2.2, criterion 1.4.3), and of buttons, which coral on paper falls short of. */
const LEAST = 4.5;
const LEAST_ON_DARK = 3;

/** An accent colour and those that go with it: as a text, under the pointer, and for what is written on it. */
export type Shades = { accent: string; hover: string; on: string; text: string };

/**
 * The shades of an accent colour in each theme, all of sufficient contrast. In the dark one it is lightened if buttons of
 * that colour could not be told from the background.
 * @param colour `#rrggbb`
 */
export function accentShades(colour: string): Record<keyof typeof GROUNDS, Shades> {
  const onDark = (button: string) => contrast(button, GROUNDS.dark[0]) >= LEAST_ON_DARK;
  return {
    light: shadesOf(colour, BLACK, GROUNDS.light),
    dark: shadesOf(towards(colour, WHITE, onDark), WHITE, GROUNDS.dark),
  };
}

/** @param away the end of the greys that is farther from the backgrounds */
function shadesOf(accent: string, away: string, grounds: readonly string[]): Shades {
  const on = [INK, WHITE, BLACK].find((text) => contrast(text, accent) >= LEAST) ?? BLACK;
  return {
    accent,
    on,
    // Away from the colour of the text on it.
    hover: mixed(accent, on === WHITE ? BLACK : WHITE, 0.2),
    text: towards(accent, away, (step) => grounds.every((ground) => contrast(step, ground) >= LEAST)),
  };
}

/** The first step from one colour to another that suits. */
function towards(from: string, to: string, suits: (colour: string) => boolean): string {
  for (let share = 0; share < 1; share += 0.02) {
    const step = mixed(from, to, share);
    if (suits(step)) return step;
  }
  return to;
}

function mixed(from: string, to: string, share: number): string {
  const other = parsed(to);
  const parts = parsed(from).map((part, at) => Math.round(part + ((other[at] ?? 0) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function parsed(colour: string): Colour {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = parsed(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
