import type { KeyedRoom } from '#protocol/keyed-room.ts';

/** Return address of the call, with the room and how it ended; null if the room's creator gave none. */
export function addressBack({ id, returnUrl }: KeyedRoom, reason: string): string | null {
  if (returnUrl === null) return null;
  const url = new URL(returnUrl);
  url.searchParams.set('panocall_room', id);
  url.searchParams.set('panocall_end', reason);
  return url.href;
}
