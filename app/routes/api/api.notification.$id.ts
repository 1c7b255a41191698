import type { LoaderFunctionArgs } from '@remix-run/node';
import { answer, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';
import { NOTIFICATION_CALLS } from '#app/notifications/api-calls.server.ts';
import { readNotification } from '#app/notifications/notifications.server.ts';

const { readNotification: call } = NOTIFICATION_CALLS;

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(call, async () => {
    const viewer = await requireViewer(request);
    return { body: await readNotification(viewer, readParams(params, call.params).id) };
  });
}
