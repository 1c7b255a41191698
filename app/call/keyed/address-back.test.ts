import { expect, it } from 'vitest';
import { addressBack } from './address-back.ts';

const room = {
  id: '00000000-0000-4000-8000-000000000000',
  hostName: null,
  guestName: null,
  projection: null,
  ingest: false,
  watch: false,
  quality: null,
  origins: [],
};

it('adds the room and its end to the return address, replacing old values', () => {
  const back = (returnUrl: string | null) => addressBack({ ...room, returnUrl }, 'left');
  expect(back('https://shop.example/after?order=7#call')).toBe(
    `https://shop.example/after?order=7&panocall_room=${room.id}&panocall_end=left#call`,
  );
  expect(back('https://shop.example/?panocall_end=x')).toBe(
    `https://shop.example/?panocall_end=left&panocall_room=${room.id}`,
  );
  expect(back(null)).toBeNull();
});
