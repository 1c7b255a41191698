import { fileTypeFromBuffer } from 'file-type';
import pLimit from 'p-limit';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { logger } from '#app/platform/log.server.ts';
import { readPhotoSphere } from '#app/sphere/photo-metadata.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { AVATAR_SIZES, type AvatarSize, PICTURE_WIDTHS } from './sizes.ts';

/** 72 megapixels, as taken by the largest 360° cameras. Decoded in pieces, except for WebP. */
const MAX_PIXELS = 12_000 * 6_000;
/** Maximum side of stored pictures. A sphere of 8192×4096 has 23 pixels per degree. */
const MAX_SIDE = 8_192;
/** A picture that takes longer is malicious. */
const MAX_SECONDS = 60;
const WEBP = { quality: 80, effort: 2 } as const;

/** Limits concurrency, because each decoding may take half a gigabyte. */
const decodings = pLimit(2);

/** Checked by the file's first bytes: libvips also parses SVG, PDF and more, which must never reach it. */
const MEDIA_TYPES = new Set<string | undefined>([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/avif',
]);

export type Picture = {
  /** In pixels. */
  width: number;
  height: number;
  /** The upload's 360° metadata; null without, or if it is invalid. */
  photo: ReturnType<typeof readPhotoSphere>;
  /** WebP: the whole picture as `full`, and smaller ones by their width. */
  files: Map<string, Buffer>;
};

/**
 * Re-encodes an upload: upright, in sRGB, without metadata, only the first frame of an animation.
 * @throws ProtocolError UNSUPPORTED_MEDIA, TOO_LARGE (too many pixels)
 */
export async function makePicture(upload: Uint8Array): Promise<Picture> {
  const source = await open(upload);
  return decoding(async () => {
    const photo = photoIn(await source.metadata());
    const { data: full, info } = await source
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp(WEBP)
      .toBuffer({ resolveWithObject: true });
    const files = new Map([['full', full]]);
    let larger = full;
    for (const width of PICTURE_WIDTHS.toReversed()) {
      if (width >= info.width) continue;
      // Each is made from the next larger one, which decodes far faster than the original.
      larger = await sharp(larger).resize(width).webp(WEBP).toBuffer();
      files.set(String(width), larger);
    }
    return { width: info.width, height: info.height, photo, files };
  });
}

/** The metadata describes the stored picture: it fits none that is stored on its side, or mirrored. */
function photoIn({ xmp, orientation = 1, width, height }: Metadata): Picture['photo'] {
  return xmp && orientation === 1 ? readPhotoSphere(xmp.toString(), { width, height }) : null;
}

/** Makes the sizes of an avatar, cropped to a square from the middle. Errors: as for `makePicture`. */
export async function makeAvatar(upload: Uint8Array): Promise<Map<AvatarSize, Buffer>> {
  const source = await open(upload);
  return decoding(async () => {
    const { xlg, ...smaller } = AVATAR_SIZES;
    const largest = await source.resize(xlg, xlg, { fit: 'cover' }).webp(WEBP).toBuffer();
    const files = new Map<AvatarSize, Buffer>([['xlg', largest]]);
    for (const size of ['xsm', 'sm', 'md', 'lg'] as const) {
      files.set(size, await sharp(largest).resize(smaller[size]).webp(WEBP).toBuffer());
    }
    return files;
  });
}

/** Side in pixels of the largest icon that is drawn from a logo. */
const LOGO_SIDE = 512;

/** The site's logo as `full`, without losses and with what is transparent. Errors: as for `makePicture`. */
export async function makeLogo(upload: Uint8Array): Promise<Map<string, Buffer>> {
  const source = await open(upload);
  return decoding(async () => {
    const sized = source.resize(LOGO_SIDE, LOGO_SIDE, { fit: 'inside', withoutEnlargement: true });
    return new Map([['full', await sized.webp({ lossless: true }).toBuffer()]]);
  });
}

async function open(upload: Uint8Array): Promise<Sharp> {
  const type = await fileTypeFromBuffer(upload);
  if (!MEDIA_TYPES.has(type?.mime)) throw new ProtocolError('UNSUPPORTED_MEDIA');
  return sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .autoOrient()
    .timeout({ seconds: MAX_SECONDS });
}

async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await decodings(work);
  } catch (error) {
    if (error instanceof Error && /pixel limit|timeout/.test(error.message)) {
      throw new ProtocolError('TOO_LARGE');
    }
    logger.info({ err: error }, 'picture refused');
    throw new ProtocolError('UNSUPPORTED_MEDIA');
  }
}
