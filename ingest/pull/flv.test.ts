import { expect, test } from 'vitest';
import type { PublishedMedia } from '../source.ts';
import { FlvReader } from './flv.ts';

const HEADER = Buffer.from([0x46, 0x4c, 0x56, 1, 5, 0, 0, 0, 9, 0, 0, 0, 0]);

/** A tag with the size that follows it. @param timestamp in ms */
function tag(type: number, timestamp: number, body: readonly number[], length = body.length): Buffer {
  const header = Buffer.alloc(11);
  header[0] = type;
  header.writeUIntBE(length, 1, 3);
  header.writeUIntBE(timestamp % 0x1000000, 4, 3);
  header[7] = Math.floor(timestamp / 0x1000000);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(11 + length);
  return Buffer.concat([header, Buffer.from(body), size]);
}

const kept = ({ type, timestamp, body }: PublishedMedia) => ({ type, timestamp, body: [...body] });

/** A day and more, which does not fit in 24 bits. */
const LATE = 100_000_000;
const FILM = Buffer.concat([HEADER, tag(18, 0, [1, 2]), tag(8, 40, [3]), tag(9, LATE, [4, 5, 6])]);
const MEDIA = [
  { type: 8, timestamp: 40, body: [3] },
  { type: 9, timestamp: LATE, body: [4, 5, 6] },
];

test.each([1, 7, FILM.length])('sound and pictures come out of chunks of %d bytes', (size) => {
  const flv = new FlvReader();
  const chunks = Array.from({ length: Math.ceil(FILM.length / size) }, (_, index) =>
    FILM.subarray(index * size, (index + 1) * size),
  );
  expect(chunks.flatMap((chunk) => [...flv.read(chunk)].map(kept))).toEqual(MEDIA);
});

test('a tag that is too large is refused before it has come', () => {
  const large = Buffer.concat([HEADER, tag(9, 0, [1], 9_000_000)]);
  expect(() => [...new FlvReader().read(large)]).toThrow('a tag of 9000000 bytes is too large');
});
