import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import pLimit from 'p-limit';
import satori from 'satori';
import sharp from 'sharp';
import { z } from 'zod';

/** In pixels: the size chats and social networks use for link previews (https://ogp.me and their own guides). */
const WIDTH = 1200;
const HEIGHT = 630;
const MAX_LINES = 4;

const INK = '#0b1016';
const PAPER = '#f6f7f9';
const HORIZON = '#ff6b4a';

/** Pictures cached in memory, about 30 kB each. */
const KEPT = 200;
const kept = new Map<string, Promise<Buffer>>();
const drawings = pLimit(2);

const require = createRequire(import.meta.url);

/** The font's files by script, in the order in which they are tried, and whether each has a character. */
const SCRIPTS = readScripts();

function readScripts() {
  const ranges = z.record(z.string(), z.string()).parse(require('@fontsource/inter/unicode.json'));
  return Object.entries(ranges)
    .reverse()
    .map(([name, text]) => {
      const all = text.split(',').map((range) => {
        const [first = 0, last = first] = range
          .slice('U+'.length)
          .split('-')
          .map((hex) => Number.parseInt(hex, 16));
        return { first, last };
      });
      return {
        name,
        has: (character: string) => {
          const code = character.codePointAt(0) ?? 0;
          return all.some(({ first, last }) => first <= code && code <= last);
        },
      };
    });
}

/** Each is loaded on first use. */
const fonts = new Map<string, Promise<Buffer>>();

/** Text is converted to outlines, so that it looks the same on machines without fonts. */
function loadFont(script: string): Promise<Buffer> {
  const font =
    fonts.get(script) ?? readFile(require.resolve(`@fontsource/inter/files/inter-${script}-600-normal.woff`));
  fonts.set(script, font);
  return font;
}

/** The operator's name and look. @property logo a picture as `data:` URL */
export type Look = { site: string; colour: string | null; logo: string | null };

/** A PNG with the site's logo, its name and a title, as the preview of a shared link. */
export function socialPicture(title: string, look: Look): Promise<Buffer> {
  const id = JSON.stringify([title, look]);
  const known = kept.get(id);
  if (known) return known;
  const picture = drawings(() => draw(title, look));
  kept.set(id, picture);
  picture.catch(() => kept.delete(id));
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break;
    kept.delete(oldest);
  }
  return picture;
}

/**
 * What of a title can be rendered: without characters such as emoji that the font lacks. Empty if it lacks a letter, as a
 * title with gaps is worse than none.
 */
function renderable(title: string): string {
  const characters = [...title.normalize('NFC')];
  const lacks = (character: string) => !SCRIPTS.some(({ has }) => has(character));
  if (characters.some((character) => lacks(character) && /[\p{L}\p{M}\p{N}]/u.test(character))) return '';
  return characters.filter((character) => !lacks(character)).join('');
}

async function draw(title: string, { site, colour, logo }: Look): Promise<Buffer> {
  const shown = renderable(title);
  const name = renderable(site);
  const used = SCRIPTS.filter(({ name: script, has }) => script === 'latin' || [...shown, ...name].some(has));
  const svg = await satori(<Card title={shown} site={name} colour={colour ?? HORIZON} logo={logo} />, {
    width: WIDTH,
    height: HEIGHT,
    fonts: await Promise.all(
      used.map(async ({ name }) => ({ name, data: await loadFont(name), weight: 600 }) as const),
    ),
  });
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer();
}

type CardProps = { title: string; site: string; colour: string; logo: string | null };

function Card({ title, site, colour, logo }: CardProps) {
  const fontSize = [80, 68, 58].find((size) => title.length * size < 4_400) ?? 50;
  return (
    <div style={{ display: 'flex', width: WIDTH, height: HEIGHT, background: INK, color: PAPER }}>
      <Mark
        size={576}
        stroke={0.5}
        colour={colour}
        style={{ position: 'absolute', left: 770, top: -250, opacity: 0.35 }}
      />
      {logo ? (
        <img
          src={logo}
          alt=""
          width={64}
          height={64}
          style={{ position: 'absolute', left: 72, top: 64, objectFit: 'contain' }}
        />
      ) : (
        <Mark size={64} stroke={2.5} colour={colour} style={{ position: 'absolute', left: 72, top: 64 }} />
      )}
      <div style={{ position: 'absolute', left: 156, top: 70, fontSize: 40 }}>{site}</div>
      <div style={{ position: 'absolute', left: 80, bottom: 90, width: WIDTH - 160, display: 'flex' }}>
        <div
          style={{
            fontSize,
            lineHeight: 1.18,
            display: 'block',
            lineClamp: MAX_LINES,
            wordBreak: 'break-word',
          }}
        >
          {title}
        </div>
      </div>
      <svg width={WIDTH} height={HEIGHT} style={{ position: 'absolute' }}>
        <title>Horizon</title>
        <path d={`M80 ${HEIGHT - 62}c260 22 780 22 1040 0`} fill="none" stroke={colour} strokeWidth={4} />
      </svg>
    </div>
  );
}

type MarkProps = { size: number; stroke: number; colour: string; style: React.CSSProperties };

/** The program's mark: a circle crossed by a horizon. */
function Mark({ size, stroke, colour, style }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" strokeWidth={stroke} style={style}>
      <title>Sphere</title>
      <circle cx={16} cy={16} r={12.75} stroke={PAPER} />
      <path d="M3.4 17.6c7 4.9 18.2 4.9 25.2 0" stroke={colour} />
    </svg>
  );
}
