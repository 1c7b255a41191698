import { hash } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.server.ts';

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

it('accepts no password without an account', async () => {
  expect(await verifyPassword(undefined, COMPOSED)).toBe(false);
});
