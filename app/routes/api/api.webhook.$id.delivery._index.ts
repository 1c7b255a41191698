import type { LoaderFunctionArgs } from '@remix-run/node';
import { DEVELOPER_CALLS } from '#app/developers/api-calls.server.ts';
import { webhookWithLog } from '#app/developers/webhooks/webhooks.server.ts';
import { answer, readParams } from '#app/http/answers/answer.server.ts';
import { requireViewer } from '#app/http/viewers/viewer.server.ts';

const { readDeliveries: call } = DEVELOPER_CALLS;

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(call, async () => {
    const viewer = await requireViewer(request);
    const { deliveries } = await webhookWithLog(viewer, readParams(params, call.params).id);
    return { body: { deliveries } };
  });
}
