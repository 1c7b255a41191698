import { afterAll, expect, inject, it } from 'vitest';
import { encodeFilm } from '#bench/rooms/film.ts';
import { openRoom } from '#bench/rooms/panocall-room.ts';
import { Pacer } from '#bench/rooms/streams.ts';
import { MissingPackagesError } from '#scripts/debian-packages.ts';

const pacer = new Pacer();
afterAll(() => pacer.stop());

it('a guest without a browser receives the film that a host without one sends, over DTLS and SRTP', async ({
  skip,
}) => {
  const { origin } = inject('stack');
  const film = await encodeFilm('LOW').catch((error: unknown) => {
    if (error instanceof MissingPackagesError) skip(error.message);
    throw error;
  });
  const room = await openRoom(origin, 'LOW', { film, pacer });
  await expect.poll(() => room.screen.firstPictureAt).not.toBeNull();
  const before = room.screen.frames;
  await expect.poll(() => room.screen.frames - before).toBeGreaterThan(30);
  await room.close();
});
