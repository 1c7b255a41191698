import { verify } from '@node-rs/argon2';
import { beforeEach, expect, it, vi } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.server.ts';

// Spies on the real functions.
vi.mock('@node-rs/argon2', { spy: true });
beforeEach(() => {
  vi.mocked(verify).mockClear();
});

const parameters = (hash: string | Uint8Array) => String(hash).split('$').slice(0, 4).join('$');

it('accepts the hashed password and no other', async () => {
  const hash = await hashPassword('correct horse');
  expect(await verifyPassword(hash, 'correct horse')).toBe(true);
  expect(await verifyPassword(hash, 'correct horse ')).toBe(false);
  expect(await hashPassword('correct horse')).not.toBe(hash);
});

it('does the same work for an unknown account', async () => {
  const hash = await hashPassword('correct horse');
  expect(await verifyPassword(hash, 'guess')).toBe(false);
  expect(await verifyPassword(undefined, 'guess')).toBe(false);
  const [known, unknown, ...more] = vi.mocked(verify).mock.calls;
  expect(more).toEqual([]);
  expect(parameters(unknown?.[0] ?? '')).toBe(parameters(known?.[0] ?? ''));
  expect(unknown?.[1]).toBe(known?.[1]);
});
