import sharp from 'sharp';
import { expect, it } from 'vitest';
import { socialPicture as draw, type Look } from './card-picture.server.tsx';

const LOOK: Look = { site: 'Panocall', colour: null, logo: null };
const socialPicture = (title: string, look: Partial<Look> = {}) => draw(title, { ...LOOK, ...look });

/** Counts light pixels in the lower left, where the title is. */
async function inked(title: string): Promise<number> {
  const { data } = await sharp(await socialPicture(title))
    .extract({ left: 0, top: 180, width: 1200, height: 370 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return data.filter((value) => value > 200).length;
}

it('has the size that social networks require', async () => {
  const { width, height, format } = await sharp(await socialPicture('A title')).metadata();
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' });
});

it('shows the title on machines without fonts', async () => {
  const [none, short, longer] = [await inked(''), await inked('Light'), await inked('Light and place')];
  expect(short).toBeGreaterThan(none + 2_000);
  expect(longer).toBeGreaterThan(short + 2_000);
});

it.each(['x'.repeat(200), 'word '.repeat(40), '<script>&"\'', '🙂 日本', '\u0000'])(
  'can draw %j',
  async (title) => {
    expect((await sharp(await socialPicture(title)).metadata()).width).toBe(1200);
  },
);

it('shows the letters of each script that the font has', async () => {
  // A missing letter would be the same box for all.
  const pictures = await Promise.all(
    [...'ČőŁğșệЖҗΩἀ₫'].map(async (letter) => (await socialPicture(letter)).toString('base64')),
  );
  expect(new Set(pictures).size).toBe(pictures.length);
});

it('leaves out a title whose letters it lacks, and emoji of others', async () => {
  const plain = await socialPicture('');
  expect(await socialPicture('パノコール')).toEqual(plain);
  expect(await socialPicture('Tokyo 東京')).toEqual(plain);
  expect(await socialPicture('Sun 🙂')).toEqual(await socialPicture('Sun '));
});

it('draws each title once', async () => {
  expect(socialPicture('Once')).toBe(socialPicture('Once'));
});

it('has the name, the colour and the logo of the site', async () => {
  const red = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer();
  const top = async (look: Partial<Look>) => {
    const { data, info } = await sharp(await socialPicture('A title', look))
      .extract({ left: 60, top: 60, width: 700, height: 80 })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const count = (suits: (red: number, green: number, blue: number) => boolean) => {
      let found = 0;
      for (let at = 0; at < data.length; at += info.channels)
        if (suits(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) found++;
      return found;
    };
    return {
      light: count((r, g, b) => Math.min(r, g, b) > 200),
      red: count((r, g, b) => r > 200 && g < 60 && b < 60),
      green: count((r, g, b) => g > 180 && r < 60 && b < 60),
    };
  };
  const plain = await top({});
  expect(plain).toMatchObject({ red: 0, green: 0 });
  expect((await top({ site: 'A much longer name of a site' })).light).toBeGreaterThan(plain.light + 1_000);
  expect((await top({ colour: '#00ff00' })).green).toBeGreaterThan(20);
  const logo = `data:image/png;base64,${red.toString('base64')}`;
  expect((await top({ logo })).red).toBeGreaterThan(3_000);
});
