/**
 * `node scripts/seed-demo.ts`, with the web server's environment: fills an empty site with demo people, posts and
 * pictures. `npm start` and `npm run dev` run it on their embedded database.
 */
import sharp from 'sharp';
import { replaceAvatar } from '#app/pictures/avatar/avatars.server.ts';
import { addImage } from '#app/pictures/images.server.ts';
import { db } from '#app/platform/database.server.ts';
import { seedDemo } from '#db/seed/demo/index.ts';
import { type Frame, flat, paintLandscape, sphere } from '#db/seed/demo/paint.ts';

/** Streamers with a 360° picture in their gallery. */
const SPHERES = 4;

async function paint(seed: number, frame: Frame): Promise<Buffer> {
  const { width, height } = frame;
  return sharp(paintLandscape(seed, frame), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();
}

const rows = await seedDemo(db);
if (rows) {
  const { streamers, viewers, posts } = rows;
  // Half of the viewers get no avatar, so that the default one appears too.
  const people = [...streamers, ...viewers.filter((_, i) => i % 2 === 0)];
  const names = [...new Set(posts.map(({ name }) => name))];
  await Promise.all([
    ...people.map(async (id, i) => replaceAvatar(id, await paint(i + 7, flat(350, 350)))),
    ...posts.map(async ({ id, name }) => {
      const cover = await paint(names.indexOf(name) + 1, flat(960, 480));
      await addImage({ a: 'blog', b: id }, cover, { alt: '' });
    }),
    ...streamers.slice(0, SPHERES).map(async (id, i) => {
      const fields = { alt: 'A landscape, all around', isSphere: true };
      await addImage({ a: 'user', b: id }, await paint(i + 20, sphere(2048)), fields);
    }),
  ]);
  console.log('Filled the new database with demo people, posts and pictures');
}
await db.$client.end();
