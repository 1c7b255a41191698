import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { photoSphereSchema } from '#app/sphere/photo-metadata.ts';
import { image } from '#db/schema/index.ts';
import { areaOf, gpano } from '../../support/pictures/photo-spheres.ts';
import {
  type Person,
  person,
  picture,
  type Site,
  send,
  startSite,
  upload,
} from '../../support/servers/site.ts';

let site: Site;
let me: Person;
let other: Person;
beforeAll(async () => {
  site = await startSite();
  me = await person(site.db);
  other = await person(site.db);
});
afterAll(() => site.stop());

const answerSchema = z.object({
  id: z.uuid(),
  isSphere: z.boolean().nullable(),
  sphere: photoSphereSchema.nullable(),
});

async function add(file: Uint8Array, isSphere?: string) {
  const { status, body } = await upload(site, `/api/image/user/${me.id}`, me, file, { isSphere });
  expect(status).toBe(201);
  return answerSchema.parse(body);
}

async function read(id: string) {
  const { body } = await send(site, `/api/image/user/${me.id}`, { as: me });
  return z
    .object({ entities: z.array(answerSchema) })
    .parse(body)
    .entities.find((one) => one.id === id);
}

const size = { width: 300, height: 150 };
const whole = { left: 0, top: 0, width: 1, height: 1 };
const level = { heading: 0, pitch: 0, roll: 0 };
const nothing = { heading: null, pitch: null };
const area = areaOf(size, { width: 600, height: 300 }, 150, 75);
const tilted = { ...area, PoseHeadingDegrees: 10, PosePitchDegrees: -5, PoseRollDegrees: 20 };
const described = {
  bounds: { left: 0.25, top: 0.25, width: 0.5, height: 0.5 },
  pose: { heading: 10, pitch: -5, roll: 20 },
  view: nothing,
};
const withXmp = (values: Record<string, string | number>) =>
  picture(size.width, size.height).withXmp(gpano(values));

describe('360° metadata of an upload', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('is kept and answered, of %s', async (format) => {
    const made = await add(await withXmp(tilted).toFormat(format).toBuffer());
    expect(made).toMatchObject({ isSphere: true, sphere: described });
    expect(await read(made.id)).toEqual(made);
  });

  it('stays with a picture that is reduced', async () => {
    const large = { width: 9000, height: 500 };
    const area = areaOf(large, { width: 9000, height: 4500 }, 0, 2000);
    const file = await picture(large.width, large.height).withXmp(gpano(area)).jpeg().toBuffer();
    const { sphere } = await add(file);
    expect(sphere?.bounds).toEqual({ left: 0, top: 2000 / 4500, width: 1, height: 500 / 4500 });
  });

  it('can say that a picture is to be shown flat, and is kept', async () => {
    const file = await withXmp({ ...tilted, UsePanoramaViewer: 'False' })
      .jpeg()
      .toBuffer();
    const { id, ...made } = await add(file);
    expect(made).toEqual({ isSphere: false, sphere: null });
    const [row] = await site.db.select().from(image).where(eq(image.id, id));
    expect(row?.sphere).toEqual(described);
  });

  it.each([
    ['contradicts itself', { ...area, CroppedAreaLeftPixels: 301 }],
    ['is no number', { ...area, FullPanoWidthPixels: '1e400' }],
    ['is of another projection', { ...area, ProjectionType: 'cubemap' }],
    ['is of another picture', { ...area, CroppedAreaImageHeightPixels: 90 }],
  ])('is left out if it %s', async (_, values) => {
    expect(await add(await withXmp(values).jpeg().toBuffer())).toMatchObject({
      isSphere: null,
      sphere: null,
    });
  });

  it('is left out if the picture is stored on its side', async () => {
    const file = await withXmp(tilted)
      .withMetadata({ orientation: 3 })
      .withXmp(gpano(tilted))
      .jpeg()
      .toBuffer();
    expect(await add(file)).toMatchObject({ isSphere: null, sphere: null });
  });
});

describe('a picture without metadata', () => {
  const bare = () => picture(2000, 1000).jpeg().toBuffer();

  it('is flat, even with the shape of a sphere, until its owner says otherwise', async () => {
    const made = await add(await bare());
    expect(made).toMatchObject({ isSphere: null, sphere: null });
    const show = (isSphere: string, as: Person) => {
      const body = new URLSearchParams({ intent: 'showPicture', id: made.id, isSphere });
      return send(site, '/personal/profile', { as, body });
    };
    expect((await show('true', other)).status).toBe(404);
    expect((await show('perhaps', me)).status).toBe(400);
    expect(await read(made.id)).toEqual(made);
    expect((await show('true', me)).status).toBe(302);
    const sphere = { bounds: whole, pose: level, view: nothing };
    expect(await read(made.id)).toEqual({ ...made, isSphere: true, sphere });
    await show('false', me);
    expect(await read(made.id)).toEqual({ ...made, isSphere: false });
  });

  it('is as its owner says at the upload, as much of a sphere as its shape allows', async () => {
    expect(await add(await bare(), 'false')).toMatchObject({ isSphere: false, sphere: null });
    const band = await picture(2000, 500).jpeg().toBuffer();
    expect((await add(band, 'true')).sphere?.bounds).toEqual({ left: 0, top: 0.25, width: 1, height: 0.5 });
    expect((await add(await bare(), '')).isSphere).toBeNull();
    const refused = await upload(site, `/api/image/user/${me.id}`, me, band, { isSphere: 'perhaps' });
    expect(refused.status).toBe(400);
  });
});

it("an owner's choice at the upload is stronger than metadata, which is back with another choice", async () => {
  const made = await add(await withXmp(tilted).jpeg().toBuffer(), 'false');
  expect(made).toMatchObject({ isSphere: false, sphere: null });
  const body = new URLSearchParams({ intent: 'describePicture', id: made.id, alt: '', isSphere: 'true' });
  expect((await send(site, '/personal/profile', { as: me, body })).status).toBe(302);
  expect(await read(made.id)).toEqual({ ...made, isSphere: true, sphere: described });
});
