import type { KeyedRoom } from '#protocol/keyed-room.ts';

/** Where people go on, with what became of the call; null if the room's maker did not say. */
export function addressBack({ id, returnUrl }: KeyedRoom, reason: string): string | null {
  if (returnUrl === null) return null;
  const url = new URL(returnUrl);
  url.searchParams.set('panocall_room', id);
  url.searchParams.set('panocall_end', reason);
  return url.href;
}
