import { expect, it } from 'vitest';
import { PictureOrder } from './order.ts';

/** @returns whether each of the packets, by sequence number and timestamp, keeps the order */
function kept(packets: [sequence: number, timestamp: number][]): boolean[] {
  const order = new PictureOrder();
  return packets.map(([sequence, timestamp]) => {
    const packet = Buffer.alloc(12);
    packet.writeUInt16BE(sequence, 2);
    packet.writeUInt32BE(timestamp, 4);
    return order.isKept(packet);
  });
}

it('a picture sent after one that is shown later is out of order', () => {
  // I, P, and the B-frame between them.
  expect(
    kept([
      [1, 0],
      [2, 9_000],
      [3, 3_000],
    ]),
  ).toEqual([true, true, false]);
});

it('pictures of several packets, and counters that begin again, are in order', () => {
  expect(
    kept([
      [65_534, 2 ** 32 - 3_000],
      [65_535, 2 ** 32 - 3_000],
      [0, 0],
      [1, 3_000],
    ]),
  ).not.toContain(false);
});

it('packets that are late or sent again say nothing', () => {
  expect(
    kept([
      [10, 3_000],
      [12, 6_000],
      [11, 3_000],
      [13, 9_000],
      [12, 6_000],
      [14, 12_000],
    ]),
  ).not.toContain(false);
});
