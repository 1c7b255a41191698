import { answer } from '#app/http/answers/answer.server.ts';
import { NOTIFICATION_CALLS } from '#app/notifications/api-calls.server.ts';
import { publicPushKey } from '#app/notifications/push/keys.server.ts';

export function loader() {
  return answer(NOTIFICATION_CALLS.readPushKey, async () => ({ body: { key: publicPushKey() } }));
}
