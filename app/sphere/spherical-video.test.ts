import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { beforeAll, expect, test } from 'vitest';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import type { SpherePicture } from './picture.ts';
import { asSphericalVideo, SPHERICAL_BYTES } from './spherical-video.ts';

const size = { width: 1280, height: 640 };
const whole: SpherePicture = {
  projection: 'equirectangular',
  stereo: 'mono',
  heading: 0,
  pitch: 0,
  roll: 0,
  lenses: USUAL_LENSES,
};
/** A movie's `moov` box without the metadata. */
let moov: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  const format = new Mp4OutputFormat({
    fastStart: 'fragmented',
    onMoov: (data) => {
      moov = data.slice();
    },
  });
  const output = new Output({ format, target: new BufferTarget() });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source);
  output.setMetadataTags({ comment: ' '.repeat(SPHERICAL_BYTES) });
  await output.start();
  // A parameter set of four bytes each.
  const description = Uint8Array.of(
    1,
    0x42,
    0,
    31,
    0xff,
    0xe1,
    0,
    4,
    0x67,
    0x42,
    0,
    31,
    1,
    0,
    4,
    0x68,
    1,
    2,
    3,
  );
  const decoderConfig = { codec: 'avc1.42001f', codedWidth: 1280, codedHeight: 640, description };
  await source.add(new EncodedPacket(Uint8Array.of(0, 0, 0, 1, 0x65), 'key', 0, 1), { decoderConfig });
  await output.finalize();
});

/** The content of the box at a path in the movie's; a number is the bytes to skip before a box's first child. */
function inside(movie: Uint8Array, path: (string | number)[]): Buffer | null {
  let bytes = Buffer.from(movie).subarray(8);
  for (const step of path) {
    if (typeof step === 'number') {
      bytes = bytes.subarray(step);
      continue;
    }
    while (bytes.length > 0 && bytes.toString('latin1', 4, 8) !== step)
      bytes = bytes.subarray(bytes.readUInt32BE(0));
    if (bytes.length === 0) return null;
    bytes = bytes.subarray(8, bytes.readUInt32BE(0));
  }
  return bytes;
}

const ENTRY = ['trak', 'mdia', 'minf', 'stbl', 'stsd', 8, 'avc1', 78];
const PROJECTION = [...ENTRY, 'sv3d', 'proj'];
const numbersIn = (box: Buffer | null) =>
  Array.from({ length: ((box?.length ?? 0) - 4) / 4 }, (_, index) => box?.readInt32BE(4 + 4 * index));

test('A whole sphere is described in both versions, in a box of the same size', () => {
  const movie = asSphericalVideo(moov, whole, size);
  expect(movie.length).toBe(moov.length);
  expect(inside(movie, [...ENTRY, 'avcC'])).toEqual(inside(moov, [...ENTRY, 'avcC']));
  expect(inside(movie, [...ENTRY, 'st3d'])).toEqual(Buffer.from([0, 0, 0, 0, 0]));
  expect(inside(movie, [...ENTRY, 'sv3d', 'svhd'])?.toString('latin1')).toBe('\0\0\0\0Panocall\0');
  expect(numbersIn(inside(movie, [...PROJECTION, 'prhd']))).toEqual([0, 0, 0]);
  expect(numbersIn(inside(movie, [...PROJECTION, 'equi']))).toEqual([0, 0, 0, 0]);
  const words = inside(movie, ['trak', 'uuid'])?.toString('latin1') ?? '';
  expect(Buffer.from(words, 'latin1').toString('hex', 0, 16)).toBe('ffcc8263f8554a938814587a02521fdd');
  expect(words).toContain('<GSpherical:ProjectionType>equirectangular</GSpherical:ProjectionType>');
  expect(words).not.toContain('Cropped');
  // The rest is free space, and the next box, which players also read, is there.
  expect(inside(movie, ['free'])?.every((byte) => byte === 0)).toBe(true);
  expect(inside(movie, ['udta'])).toBeNull();
  expect(inside(movie, ['mvex'])).toEqual(inside(moov, ['mvex']));
});

test.each([
  // The front, 30° to the right of the middle, is turned to the left.
  [{ heading: 30 }, [30, 0, 0]],
  [{ heading: -170 }, [-170, 0, 0]],
  // The front is 20° above the middle, and turned down.
  [{ pitch: 20 }, [0, -20, 0]],
  // Viewers would have to tilt their head to the right; the picture is tilted to the left.
  [{ roll: 10 }, [0, 0, -10]],
])('The front and the horizon of %o are the pose %o', (orientation, pose) => {
  const movie = asSphericalVideo(moov, { ...whole, ...orientation }, size);
  const found = numbersIn(inside(movie, [...PROJECTION, 'prhd'])).map(
    (value = Number.NaN) => value / 2 ** 16,
  );
  expect(found).toEqual(pose.map((degrees) => expect.closeTo(degrees, 3)));
});

test('Half a side-by-side sphere is the middle of a whole one, for each eye', () => {
  const movie = asSphericalVideo(moov, { ...whole, projection: 'half', stereo: 'left-right' }, size);
  expect(inside(movie, [...ENTRY, 'st3d'])).toEqual(Buffer.from([0, 0, 0, 0, 2]));
  expect(numbersIn(inside(movie, [...PROJECTION, 'equi']))).toEqual([0, 0, 2 ** 30, 2 ** 30]);
  const words = inside(movie, ['trak', 'uuid'])?.toString('latin1') ?? '';
  expect(words).toContain('<GSpherical:StereoMode>left-right</GSpherical:StereoMode>');
  expect(words).toContain('<GSpherical:FullPanoWidthPixels>1280</GSpherical:FullPanoWidthPixels>');
  expect(words).toContain('<GSpherical:CroppedAreaImageWidthPixels>640</');
  expect(words).toContain('<GSpherical:CroppedAreaLeftPixels>320</');
});

test('A dual fisheye picture stays unchanged', () => {
  expect(asSphericalVideo(moov, { ...whole, projection: 'dual-fisheye' }, size)).toBe(moov);
});
