import sharp from 'sharp';
import { expect, it } from 'vitest';
import { socialPicture } from './card-picture.server.tsx';

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
