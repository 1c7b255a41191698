import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import opentype, { type Font } from 'opentype.js';
import pLimit from 'p-limit';
import sharp from 'sharp';

/** Pixels: what chats and networks show an address with (https://ogp.me and their own guides). */
const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 80;
const TITLE_BASELINE = HEIGHT - 110;
const LINE_HEIGHT = 1.18;
const MAX_LINES = 4;
const SIZES = [80, 68, 58, 50] as const;

const INK = '#0b1016';
const PAPER = '#f6f7f9';
const HORIZON = '#ff6b4a';

/** Pictures kept in memory; one has about 30 kB. */
const KEPT = 200;
const kept = new Map<string, Promise<Buffer>>();
const drawings = pLimit(2);

/** Loaded with the first picture. The text becomes outlines, so that it looks the same on machines without fonts. */
let loading: Promise<Font> | undefined;
function loadFont(): Promise<Font> {
  loading ??= readFile(
    createRequire(import.meta.url).resolve('@fontsource/inter/files/inter-latin-600-normal.woff'),
  ).then((file) => opentype.parse(new Uint8Array(file).buffer));
  return loading;
}

/** A PNG with our mark and a title, as a card for an address that somebody passes on. */
export function socialPicture(title: string): Promise<Buffer> {
  const known = kept.get(title);
  if (known) return known;
  const picture = drawings(() => draw(title));
  kept.set(title, picture);
  picture.catch(() => kept.delete(title));
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return picture;
}

/** Answers with that picture. Its address stays the same while its title may change. */
export async function socialPictureResponse(title: string): Promise<Response> {
  return new Response(new Uint8Array(await socialPicture(title)), {
    headers: { 'Content-Type': 'image/png', 'Cache-Control': 'public, max-age=86400' },
  });
}

async function draw(title: string): Promise<Buffer> {
  const font = await loadFont();
  const { size, lines } = layOut(font, title);
  const height = size * LINE_HEIGHT;
  const top = TITLE_BASELINE - (lines.length - 1) * height;
  const outlines = lines.map((line, i) => outline(font, line, MARGIN, top + i * height, size)).join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <rect width="100%" height="100%" fill="${INK}"/>
    <g transform="translate(770 -250) scale(18)" fill="none" stroke-width="0.5" opacity="0.35">
      <circle cx="16" cy="16" r="12.75" stroke="${PAPER}"/>
      <path d="M3.4 17.6c7 4.9 18.2 4.9 25.2 0" stroke="${HORIZON}"/>
    </g>
    <g transform="translate(${MARGIN - 8} 64) scale(2)" fill="none" stroke-width="2.5">
      <circle cx="16" cy="16" r="12.75" stroke="${PAPER}"/>
      <path d="M3.4 17.6c7 4.9 18.2 4.9 25.2 0" stroke="${HORIZON}"/>
    </g>
    <path fill="${PAPER}" d="${outline(font, 'Panocall', MARGIN + 76, 110, 40)}"/>
    <path fill="${PAPER}" d="${outlines}"/>
    <path d="M${MARGIN} ${HEIGHT - 62}c260 22 780 22 1040 0" fill="none" stroke="${HORIZON}" stroke-width="4"/>
  </svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer();
}

/** The largest size in which the title has few lines; what is too long even so ends in an ellipsis. */
function layOut(font: Font, title: string): { size: number; lines: string[] } {
  const words = [...title].filter((character) => character === ' ' || font.charToGlyphIndex(character) > 0);
  for (const size of SIZES) {
    const lines = wrap(font, words.join(''), size);
    if (lines.length <= 3 || (size === SIZES.at(-1) && lines.length <= MAX_LINES)) return { size, lines };
  }
  const size = SIZES[SIZES.length - 1] ?? 50;
  const lines = wrap(font, words.join(''), size).slice(0, MAX_LINES);
  return { size, lines: [...lines.slice(0, -1), `${lines.at(-1)?.replace(/.?\s?\S*$/u, '')}…`] };
}

function wrap(font: Font, text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    for (const part of breakWord(font, word, size)) {
      const line = lines.at(-1);
      if (line !== undefined && width(font, `${line} ${part}`, size) <= WIDTH - 2 * MARGIN) {
        lines[lines.length - 1] = `${line} ${part}`;
      } else lines.push(part);
    }
  }
  return lines;
}

/** A word that is wider than the picture, in pieces. */
function breakWord(font: Font, word: string, size: number): string[] {
  const parts = [''];
  for (const character of word) {
    const part = (parts.at(-1) ?? '') + character;
    if (width(font, part, size) <= WIDTH - 2 * MARGIN) parts[parts.length - 1] = part;
    else parts.push(character);
  }
  return parts;
}

/** Glyph by glyph: the library does not know all of the font's own rules for neighbours, and throws over them. */
function width(font: Font, text: string, size: number): number {
  const units = [...text].reduce(
    (sum, character) => sum + (font.charToGlyph(character).advanceWidth ?? 0),
    0,
  );
  return (units * size) / font.unitsPerEm;
}

function outline(font: Font, text: string, x: number, y: number, size: number): string {
  let at = x;
  return [...text]
    .map((character) => {
      const path = font.charToGlyph(character).getPath(at, y, size).toPathData(1);
      at += width(font, character, size);
      return path;
    })
    .join('');
}
