import { expect, it } from 'vitest';
import { hasSamples } from './has-samples.ts';

function box(type: string, content: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 + content);
  new DataView(bytes.buffer).setUint32(0, bytes.length);
  bytes.set(new TextEncoder().encode(type), 4);
  return bytes;
}

const begun = [box('ftyp', 20), box('moov', 600)];
const whole = box('mdat', 500);

it.each([
  ['a whole fragment', [...begun, box('moof', 100), whole], true],
  [
    'a fragment before one that is cut off',
    [...begun, box('moof', 100), whole, box('moof', 9).slice(0, 11)],
    true,
  ],
  ['no byte', [], false],
  ['only its beginning', begun.slice(0, 1), false],
  ['an index, and nothing in it', [...begun, box('mfra', 40)], false],
  ['empty media data', [...begun, box('moof', 100), box('mdat', 0)], false],
  ['a fragment that is cut off', [...begun, box('moof', 100), whole.slice(0, 400)], false],
  ['a box without a length', [new Uint8Array(64)], false],
])('detects samples in a file with %s', async (_, parts, has) => {
  expect(await hasSamples(new Blob(parts))).toBe(has);
});
