import { isMedia, type PublishedMedia } from '../source.ts';

/** FLV (Adobe Flash Video File Format 10.1, E.2 to E.4): a header, then tags, each after the size of the one before. */
const HEADER_BYTES = 9;
const SIZE_BYTES = 4;
const TAG_HEADER_BYTES = 11;
/** A key frame of 5.7K at 100 Mbit/s has less than 2 MB. */
const MAX_TAG_BYTES = 8 * 1024 * 1024;

/** Takes sound and pictures out of FLV as it comes. */
export class FlvReader {
  #rest: Buffer = Buffer.alloc(0);
  #skip = HEADER_BYTES + SIZE_BYTES;

  /** @throws Error if a tag is too large */
  *read(chunk: Buffer): Generator<PublishedMedia> {
    let data = Buffer.concat([this.#rest, chunk]);
    while (data.length >= this.#skip + TAG_HEADER_BYTES) {
      const tag = data.subarray(this.#skip);
      const length = tag.readUIntBE(1, 3);
      if (length > MAX_TAG_BYTES) throw new Error(`a tag of ${length} bytes is too large`);
      if (tag.length < TAG_HEADER_BYTES + length) break;
      const type = tag.readUInt8(0);
      // The low 24 bits, then the high ones.
      const timestamp = tag.readUIntBE(4, 3) + tag.readUInt8(7) * 0x1000000;
      const body = tag.subarray(TAG_HEADER_BYTES, TAG_HEADER_BYTES + length);
      if (isMedia(type)) yield { type, timestamp, body };
      data = tag.subarray(TAG_HEADER_BYTES + length);
      this.#skip = SIZE_BYTES;
    }
    this.#rest = data;
  }
}
