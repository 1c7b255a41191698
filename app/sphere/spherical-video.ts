import { type SpherePicture, toPicture } from './picture.ts';
import { attitudeOf, reversed } from './rotation.ts';

/** Size of the movie's `udta` box in bytes, which `asSphericalVideo` replaces by its metadata. */
export const SPHERICAL_BYTES = 2048;

/** The id of the V1 metadata's box, and the names of stereo layouts in its XML. */
const UUID = [0xff, 0xcc, 0x82, 0x63, 0xf8, 0x55, 0x4a, 0x93, 0x88, 0x14, 0x58, 0x7a, 0x02, 0x52, 0x1f, 0xdd];
const STEREO_MODES = { mono: 0, 'top-bottom': 1, 'left-right': 2 } as const;
const SOURCE = 'Panocall';
/** Bytes before a box's first child (ISO/IEC 14496-12): most are plain, a video's sample entry has fields. */
const HEAD = { plain: 8, stsd: 16, sampleEntry: 86 };
/** Offset of the media type in `hdlr`. */
const HANDLER_AT = 16;

type Bytes = Uint8Array<ArrayBuffer>;
/** The size of a frame, in pixels. */
type Size = { width: number; height: number };

/**
 * Adds the metadata to the `moov` box of an MP4 file by which players recognise a 360° or 180° video, in both versions:
 * https://github.com/google/spatial-media/blob/master/docs/spherical-video-v2-rfc.md, and `spherical-video-rfc.md`,
 * which is the only one that some players read. The box keeps its size, as the rest of the file must not move: the
 * metadata and free space replace its `udta`, which must have `SPHERICAL_BYTES`.
 * @returns the unchanged box for a dual fisheye picture, which the metadata cannot express
 */
export function asSphericalVideo(moov: Bytes, picture: SpherePicture, size: Size): Bytes {
  if (picture.projection === 'dual-fisheye') return moov;
  const described = boxesIn(moov, HEAD.plain)
    .filter((child) => typeOf(child) !== 'udta')
    .map((child) => (isVideoTrack(child) ? describedTrack(child, picture, size) : child));
  const free = moov.length - box('moov', ...described).length;
  if (free < HEAD.plain) throw new Error('The movie has no room for its metadata');
  return box('moov', ...described, box('free', new Uint8Array(free - HEAD.plain)));
}

function isVideoTrack(child: Bytes): boolean {
  if (typeOf(child) !== 'trak') return false;
  const media = boxesIn(child, HEAD.plain).find((part) => typeOf(part) === 'mdia');
  const handler = media && boxesIn(media, HEAD.plain).find((part) => typeOf(part) === 'hdlr');
  return handler !== undefined && fourLetters(handler, HANDLER_AT) === 'vide';
}

function describedTrack(track: Bytes, picture: SpherePicture, size: Size): Bytes {
  const path = ['mdia', 'minf', 'stbl', 'stsd'];
  const withBoxes = changed(track, HEAD.plain, path, (samples) => {
    const [entry = new Uint8Array(), ...others] = boxesIn(samples, HEAD.stsd);
    // After the decoder's configuration, which is required, and before the optional boxes.
    const [configuration = new Uint8Array(), ...optional] = boxesIn(entry, HEAD.sampleEntry);
    const parts = [configuration, stereoBox(picture), sphericalBox(picture), ...optional];
    const described = resized(joined(entry.subarray(0, HEAD.sampleEntry), ...parts));
    return resized(joined(samples.subarray(0, HEAD.stsd), described, ...others));
  });
  return resized(joined(withBoxes, box('uuid', Uint8Array.from(UUID), text(describe(picture, size)))));
}

function stereoBox({ stereo }: SpherePicture): Bytes {
  return fullBox('st3d', Uint8Array.of(STEREO_MODES[stereo]));
}

function sphericalBox(picture: SpherePicture): Bytes {
  // The rotation that brings the front to the middle: to the left and up; to the right around the forward axis.
  const { yaw, pitch, roll } = attitudeOf(reversed(toPicture(picture)));
  const pose = [-yaw, pitch, roll].map((degrees) => Math.round(degrees * 2 ** 16));
  // 180° is the middle of a whole sphere: a quarter of it is missing at either side.
  const side = picture.projection === 'half' ? 2 ** 30 : 0;
  return box(
    'sv3d',
    fullBox('svhd', text(`${SOURCE}\0`)),
    box('proj', fullBox('prhd', numbers(pose)), fullBox('equi', numbers([0, 0, side, side]))),
  );
}

/** The XML of V1. Its sizes are those of one eye's picture. */
function describe({ projection, stereo, heading, pitch, roll }: SpherePicture, frame: Size): string {
  const width = frame.width / (stereo === 'left-right' ? 2 : 1);
  const height = frame.height / (stereo === 'top-bottom' ? 2 : 1);
  const values = {
    Spherical: 'true',
    Stitched: 'true',
    StitchingSoftware: SOURCE,
    ProjectionType: 'equirectangular',
    StereoMode: stereo,
    InitialViewHeadingDegrees: Math.round(heading),
    InitialViewPitchDegrees: Math.round(pitch),
    InitialViewRollDegrees: Math.round(roll),
    ...(projection === 'half' && {
      FullPanoWidthPixels: 2 * width,
      FullPanoHeightPixels: height,
      CroppedAreaImageWidthPixels: width,
      CroppedAreaImageHeightPixels: height,
      CroppedAreaLeftPixels: Math.floor(width / 2),
      CroppedAreaTopPixels: 0,
    }),
  };
  const elements = Object.entries(values).map(
    ([name, value]) => `<GSpherical:${name}>${value}</GSpherical:${name}>`,
  );
  return `<?xml version="1.0"?><rdf:SphericalVideo xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:GSpherical="http://ns.google.com/videos/1.0/spherical/">${elements.join('')}</rdf:SphericalVideo>`;
}

/** A box with the one at the end of a path changed. */
function changed(
  parent: Bytes,
  head: number,
  [next, ...path]: string[],
  change: (inner: Bytes) => Bytes,
): Bytes {
  const children = boxesIn(parent, head).map((child) => {
    if (typeOf(child) !== next) return child;
    return path.length === 0 ? change(child) : changed(child, HEAD.plain, path, change);
  });
  return resized(joined(parent.subarray(0, head), ...children));
}

/** The boxes within another one, starting at an offset. */
function boxesIn(parent: Bytes, head: number): Bytes[] {
  const found: Bytes[] = [];
  for (let at = head; at < parent.length; ) {
    const size = view(parent).getUint32(at);
    if (size < HEAD.plain) throw new Error('Not a box of a movie');
    found.push(parent.subarray(at, at + size));
    at += size;
  }
  return found;
}

function box(type: string, ...parts: Bytes[]): Bytes {
  return resized(joined(new Uint8Array(4), text(type), ...parts));
}

/** A box with version and flags, which are 0. */
function fullBox(type: string, ...parts: Bytes[]): Bytes {
  return box(type, new Uint8Array(4), ...parts);
}

/** The same bytes, with their length as the box's size. */
function resized(whole: Bytes): Bytes {
  view(whole).setUint32(0, whole.length);
  return whole;
}

function joined(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function numbers(values: number[]): Bytes {
  const bytes = new Uint8Array(4 * values.length);
  for (const [index, value] of values.entries()) view(bytes).setInt32(4 * index, value);
  return bytes;
}

function text(letters: string): Bytes {
  return new TextEncoder().encode(letters);
}

function typeOf(whole: Bytes): string {
  return fourLetters(whole, 4);
}

function fourLetters(bytes: Bytes, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

function view(bytes: Bytes): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
