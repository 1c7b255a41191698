import { hash, verify } from '@node-rs/argon2';
import { beforeEach, expect, it, vi } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.server.ts';

// Spies on the real functions.
vi.mock('@node-rs/argon2', { spy: true });
beforeEach(() => {
  vi.mocked(verify).mockClear();
});

const parameters = (hashed: string | Uint8Array) => String(hashed).split('$').slice(0, 4).join('$');

it('accepts the hashed password and no other', async () => {
  const hashed = await hashPassword('correct horse');
  expect(await verifyPassword(hashed, 'correct horse')).toBe(true);
  expect(await verifyPassword(hashed, 'correct horse ')).toBe(false);
  expect(await hashPassword('correct horse')).not.toBe(hashed);
});

it('does the same work for an unknown account', async () => {
  const hashed = await hashPassword('correct horse');
  expect(await verifyPassword(hashed, 'guess')).toBe(false);
  expect(await verifyPassword(undefined, 'guess')).toBe(false);
  const [known, unknown, ...more] = vi.mocked(verify).mock.calls;
  expect(more).toEqual([]);
  expect(parameters(unknown?.[0] ?? '')).toBe(parameters(known?.[0] ?? ''));
  expect(unknown?.[1]).toBe(known?.[1]);
});

const COMPOSED = 'contraseña única'.normalize('NFC');
const DECOMPOSED = COMPOSED.normalize('NFD');

it('accepts a password typed in another form of the same characters', async () => {
  expect(DECOMPOSED).not.toBe(COMPOSED);
  expect(await verifyPassword(await hashPassword(DECOMPOSED), COMPOSED)).toBe(true);
  expect(await verifyPassword(await hashPassword(COMPOSED), DECOMPOSED)).toBe(true);
});

it('accepts a password that was hashed as it was typed', async () => {
  const former = await hash(DECOMPOSED);
  expect(await verifyPassword(former, DECOMPOSED)).toBe(true);
  expect(await verifyPassword(former, 'contrasena unica')).toBe(false);
});
