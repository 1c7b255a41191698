import { request } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { user } from '#db/schema/index.ts';
import { newAddress } from '../../support/servers/client.ts';
import {
  type Person,
  person,
  picture,
  type Site,
  send,
  startSite,
  upload,
} from '../../support/servers/site.ts';

const MEBIBYTE = 1024 * 1024;

let site: Site;
let owner: Person;
let avatar: string;
let gallery: string;
beforeAll(async () => {
  site = await startSite();
  owner = await person(site.db);
  avatar = `/api/avatar/${owner.id}`;
  gallery = `/api/image/user/${owner.id}`;
});
afterAll(() => site.stop());

const made = z.object({ url: z.string(), width: z.number(), height: z.number() });

/** Uploads to the gallery and reads the stored picture. */
async function keep(file: Uint8Array) {
  const { status, body } = await upload(site, gallery, owner, file);
  expect(status).toBe(201);
  const { url, width, height } = made.parse(body);
  const { bytes } = await send(site, url, { as: owner });
  return { bytes, width, height, metadata: await sharp(bytes).metadata() };
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A grey PNG whose header claims these dimensions; https://www.w3.org/TR/png-3/ */
function claimedPng(width: number, height: number, ...chunks: Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = deflateSync(Buffer.alloc((width < 100 ? width + 1 : 1) * Math.min(height, 100)));
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    ...chunks,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Timeout for large pictures on busy machines. */
const PATIENCE_MS = 120_000;

describe('a stored picture', () => {
  it('reveals nothing about author, place and camera', async () => {
    const exif = {
      IFD0: { Make: 'SecretCamera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 23/1 0/1' },
    };
    const { bytes, metadata } = await keep(await picture().withExif(exif).jpeg().toBuffer());
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.iptc]).toEqual(Array(4).fill(undefined));
    expect(bytes.includes('SecretCamera')).toBe(false);
  });

  it('is rotated upright', async () => {
    const lying = await picture(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const { width, height, metadata } = await keep(lying);
    expect([width, height, metadata.orientation]).toEqual([200, 400, undefined]);
  });

  it('contains only the picture, without appended data', async () => {
    const png = Buffer.concat([await picture().png().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
    expect((await keep(png)).bytes.includes('script')).toBe(false);
  });

  it('is the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['red', 'blue'].map((background) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer();
    expect((await sharp(animation).metadata()).pages).toBe(2);
    const { bytes, metadata } = await keep(animation);
    expect([metadata.pages ?? 1, metadata.height]).toEqual([1, 40]);
    const [red = 0, , blue = 0] = await sharp(bytes).resize(1, 1).raw().toBuffer();
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(50);
  });

  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('can be uploaded as %s', async (format) => {
    const { metadata } = await keep(await picture().toFormat(format).toBuffer());
    expect(metadata).toMatchObject({ format: 'webp', width: 400, height: 200 });
  });

  it(
    'can be a whole sphere of 8192×4096',
    async () => {
      const sphere = await picture(8192, 4096).jpeg().toBuffer();
      expect((await keep(sphere)).metadata).toMatchObject({ width: 8192, height: 4096 });
    },
    PATIENCE_MS,
  );

  it(
    'is scaled down if it is larger',
    async () => {
      const { width, height } = await keep(await picture(11_904, 5_952).jpeg().toBuffer());
      expect([width, height]).toEqual([8192, 4096]);
    },
    PATIENCE_MS,
  );
});

describe('refuses', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

  it.each([
    ['an SVG with a script', Buffer.from(svg)],
    ['an SVG behind an XML declaration', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['a PNG’s beginning with an SVG behind it', Buffer.from(`\u0089PNG\r\n\u001a\n${svg}`, 'latin1')],
    ['a JPEG’s beginning', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['noise', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))],
  ])('%s, under any name and type', async (_, file) => {
    for (const path of [avatar, gallery]) {
      const claims = { name: 'holiday.png', type: 'image/png' };
      expect(await upload(site, path, owner, file, claims)).toMatchObject({
        status: 415,
        body: { code: 'UNSUPPORTED_MEDIA' },
      });
    }
  });

  it.each(['gif', 'tiff'] as const)('%s', async (format) => {
    expect((await upload(site, avatar, owner, await picture().toFormat(format).toBuffer())).status).toBe(415);
  });

  it('a truncated picture', async () => {
    const jpeg = await picture().jpeg().toBuffer();
    expect((await upload(site, gallery, owner, jpeg.subarray(0, jpeg.length / 2))).status).toBe(415);
  });

  it.each([
    ['a small file that claims 50000×50000 pixels', async () => claimedPng(50_000, 50_000)],
    ['one that claims all there can be', async () => claimedPng(0x7fffffff, 0x7fffffff)],
    [
      'one that unpacks to 400 megapixels',
      () =>
        sharp({
          create: { width: 20_000, height: 20_000, channels: 3, background: 'black' },
          limitInputPixels: false,
        })
          .png()
          .toBuffer(),
    ],
  ])('%s', async (_, make) => {
    const bomb = await make();
    expect(bomb.length).toBeLessThan(2 * MEBIBYTE);
    for (const path of [avatar, gallery]) {
      const { status } = await upload(site, path, owner, bomb);
      expect([413, 415]).toContain(status);
    }
    expect((await send(site, '/healthcheck')).status).toBe(200);
  });

  it('or drops compressed texts in a picture', async () => {
    const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(100 * MEBIBYTE))]);
    const bomb = claimedPng(8, 8, chunk('zTXt', text), chunk('iCCP', text));
    const { status, body } = await upload(site, gallery, owner, bomb);
    if (status === 201) {
      const { bytes } = await send(site, made.parse(body).url, { as: owner });
      expect(bytes.length).toBeLessThan(1000);
    } else {
      expect([413, 415]).toContain(status);
    }
    expect((await send(site, '/healthcheck')).status).toBe(200);
  });

  it('a file that is too large, and changes nothing', async () => {
    await upload(site, avatar, owner, await picture().jpeg().toBuffer());
    const key = async () =>
      (await site.db.select({ key: user.avatarKey }).from(user).where(eq(user.id, owner.id)))[0]?.key;
    const before = await key();
    const large = Buffer.concat([await picture().jpeg().toBuffer(), Buffer.alloc(11 * MEBIBYTE)]);
    expect(await upload(site, avatar, owner, large)).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE' },
    });
    expect((await upload(site, gallery, owner, Buffer.alloc(31 * MEBIBYTE))).status).toBe(413);
    expect(await key()).toBe(before);
  });

  it('a file without a stated size, before all of it was sent', async () => {
    const { status, sent } = await stream(avatar, 200 * MEBIBYTE);
    // A client that is still sending may see the connection close before it reads the response.
    expect([411, undefined]).toContain(status);
    expect(sent).toBeLessThan(100 * MEBIBYTE);
  });

  it('invalid forms, forms without a file, and forms with too much in them', async () => {
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      send(site, gallery, { as: owner, body, headers });
    expect(await post({}, { 'Content-Type': 'application/json' })).toMatchObject({
      status: 400,
      body: { code: 'BAD_MESSAGE' },
    });
    expect((await post(Buffer.from('x'), { 'Content-Type': 'multipart/form-data; boundary=y' })).status).toBe(
      400,
    );
    expect((await post(Buffer.from('x'), { 'Content-Type': 'multipart/form-data; boundary=' })).status).toBe(
      400,
    );
    expect((await post(new URLSearchParams({ file: 'x' }))).status).toBe(400);
    const fields = new FormData();
    fields.set('file', 'not a file');
    expect(await post(fields)).toMatchObject({ status: 400, body: { fields: [{ path: 'file' }] } });
    const many = new FormData();
    for (let i = 0; i < 50; i++) many.append('alt', 'a');
    expect((await post(many)).status).toBe(413);
    const jpeg = await picture().jpeg().toBuffer();
    expect(await upload(site, gallery, owner, jpeg, { alt: 'a'.repeat(301) })).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'alt' }] },
    });
  });
});

/** Streams a file without Content-Length until the server responds or closes the connection. */
function stream(path: string, size: number): Promise<{ status: number | undefined; sent: number }> {
  return new Promise((resolve) => {
    let sent = 0;
    let answered = false;
    const piece = Buffer.alloc(256 * 1024);
    const headers = {
      Authorization: `Bearer ${owner.token}`,
      'Content-Type': 'multipart/form-data; boundary=edge',
      'X-Forwarded-For': newAddress(),
    };
    const sending = request(new URL(path, site.server.url), { method: 'POST', headers }, (response) => {
      answered = true;
      response.resume();
      response.on('end', () => {
        sending.destroy();
        resolve({ status: response.statusCode, sent });
      });
    });
    sending.on('error', () => (answered ? undefined : resolve({ status: undefined, sent })));
    sending.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
    const push = () => {
      while (!answered && sent < size) {
        sent += piece.length;
        if (!sending.write(piece)) return void sending.once('drain', push);
      }
    };
    push();
  });
}
