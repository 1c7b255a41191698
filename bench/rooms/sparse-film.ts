import { type Frame, RTP_HEADER_BYTES } from './film.ts';

/** 40 kbit/s in one packet per picture: enough to be metered, and so little that the meter's cost shows. */
export const SPARSE_FRAME_RATE = 5;
const FRAME_BYTES = 1_000;
/** H.264 NAL unit headers: the sequence parameters, a key picture, and other pictures. */
const [SEQUENCE, KEY, SLICE] = [0x67, 0x65, 0x41];

/** A film that is metered, in packets that no decoder accepts. */
export function sparseFilm(): Frame[] {
  const packet = (type: number, bytes: number) => {
    const data = Buffer.alloc(RTP_HEADER_BYTES + bytes);
    data[RTP_HEADER_BYTES] = type;
    return data;
  };
  const key = { isKey: true, packets: [packet(SEQUENCE, 10), packet(KEY, FRAME_BYTES)] };
  const slice = () => ({ isKey: false, packets: [packet(SLICE, FRAME_BYTES)] });
  return [key, ...Array.from({ length: 8 * SPARSE_FRAME_RATE }, slice)];
}
