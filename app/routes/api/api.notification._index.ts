import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { NOTIFICATION_CALLS } from '#app/notifications/api-calls.server.ts';
import { listNotifications } from '#app/notifications/notifications.server.ts';

export function loader({ request }: LoaderFunctionArgs) {
  return answer(NOTIFICATION_CALLS.listNotifications, async () => {
    const { notifications, unread } = await listNotifications(await requireViewer(request), 1);
    return { body: { notifications, unread } };
  });
}
