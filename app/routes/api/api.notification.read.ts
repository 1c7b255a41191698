import { answer, byMethod, readJson } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { NOTIFICATION_CALLS } from '#app/notifications/api-calls.server.ts';
import { markRead } from '#app/notifications/notifications.server.ts';

const { markNotificationsRead: call } = NOTIFICATION_CALLS;

export const action = byMethod({
  POST: ({ request }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      await markRead(viewer, (await readJson(request, call.body)).ids);
      return { body: {} };
    }),
});
