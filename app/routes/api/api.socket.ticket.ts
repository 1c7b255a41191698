import { answer, byMethod } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { NOTIFICATION_CALLS } from '#app/notifications/api-calls.server.ts';
import { leastLoadedNode } from '#app/rooms/media-nodes.server.ts';
import { signUserTicket } from '#app/rooms/tickets.server.ts';

export const action = byMethod({
  POST: ({ request }) =>
    answer(NOTIFICATION_CALLS.makeUserTicket, async () => {
      const { id } = await requireViewer(request);
      const { url } = await leastLoadedNode();
      return { body: { userTicket: await signUserTicket({ user: id }), url } };
    }),
});
