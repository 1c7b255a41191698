import { readCallHealth } from '#app/call-health/read.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { endRoom, isLive } from '#app/rooms/live-rooms.server.ts';
import type { Done } from '../done.ts';
import type { SentForm, ShownRow } from '../row-extra.ts';

/** Whether the room can be ended, and the health of its call; null if unknown. */
export const channelExtra = {
  read: async ({ id, row }: ShownRow) => ({
    of: 'channel' as const,
    isLive: isLive(row),
    health: await readCallHealth(id),
  }),
  act: async ({ id, form }: SentForm): Promise<Done | null> => {
    if (textOf(form, 'intent') !== 'end') return null;
    await endRoom(id, 'administrator');
    return 'ended';
  },
};
