import type { LoaderFunctionArgs } from '@remix-run/node';
import { DEVELOPER_CALLS } from '#app/developers/api-calls.server.ts';
import { createWebhook } from '#app/developers/webhooks/webhooks.server.ts';
import { ENTITY_CALLS } from '#app/entities/api-calls.server.ts';
import { listRows } from '#app/entities/crud/crud.server.ts';
import { webhookEntity } from '#app/entities/webhook/descriptor.server.ts';
import { answer, byMethod, readJson } from '#app/http/answers/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireViewer, viewerOf } from '#app/http/viewers/viewer.server.ts';

const { createWebhook: call } = DEVELOPER_CALLS;

export function loader({ request }: LoaderFunctionArgs) {
  return answer(ENTITY_CALLS.list, async () => ({
    body: await listRows(webhookEntity, await viewerOf(request), new URL(request.url).searchParams),
  }));
}

export const action = byMethod({
  POST: ({ request }) =>
    answer(call, async () => {
      const viewer = await requireViewer(request);
      const { row, secret } = await createWebhook(
        viewer,
        await readJson(request, call.body),
        originOf(request),
      );
      return { body: { ...row, secret } };
    }),
});
