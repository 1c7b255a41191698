import { expect, it } from 'vitest';
import { DataCipher } from './data-cipher.ts';

const [A, B] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const ciphers = () =>
  [new DataCipher({ send: A, receive: B }), new DataCipher({ send: B, receive: A })] as const;

it('gives the other side text and bytes, in the order in which they were sent', async () => {
  const [one, other] = ciphers();
  const bytes = Uint8Array.from([0, 1, 255]).buffer;
  const sealed = await Promise.all([
    one.seal('files', '¿Qué?'),
    one.seal('files', bytes),
    one.seal('gaze', ''),
    other.seal('messages', 'back'),
  ]);
  const [first, second, third, back] = sealed;
  const inOrder: unknown[] = [];
  await Promise.all([
    other.open('files', first).then((data) => inOrder.push(data)),
    other.open('files', second).then((data) => inOrder.push(data)),
    other.open('gaze', third).then((data) => inOrder.push(data)),
  ]);
  expect(inOrder).toEqual(['¿Qué?', bytes, '']);
  expect(await one.open('messages', back)).toBe('back');
});

it('takes nothing twice, of another kind, changed, or from itself', async () => {
  const [one, other] = ciphers();
  const sealed = await one.seal('messages', 'Go left');
  expect(await other.open('files', sealed)).toBeNull();
  expect(
    await other.open(
      'messages',
      sealed.map((byte, at) => (at === 0 ? byte ^ 1 : byte)),
    ),
  ).toBeNull();
  expect(await one.open('messages', sealed)).toBeNull();
  expect(await other.open('messages', new Uint8Array(3))).toBeNull();
  expect(await other.open('messages', sealed)).toBe('Go left');
  expect(await other.open('messages', sealed)).toBeNull();
});
