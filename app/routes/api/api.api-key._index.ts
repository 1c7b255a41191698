import type { LoaderFunctionArgs } from '@remix-run/node';
import { DEVELOPER_CALLS } from '#app/developers/api-calls.server.ts';
import { createKey } from '#app/developers/keys/new-key.server.ts';
import { ENTITY_CALLS } from '#app/entities/api-calls.server.ts';
import { apiKeyEntity } from '#app/entities/api-key/descriptor.server.ts';
import { listRows } from '#app/entities/crud/crud.server.ts';
import { answer, byMethod, readJson } from '#app/http/answers/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { requireViewer, viewerOf } from '#app/http/viewers/viewer.server.ts';

const { createApiKey } = DEVELOPER_CALLS;

export function loader({ request }: LoaderFunctionArgs) {
  return answer(ENTITY_CALLS.list, async () => ({
    body: await listRows(apiKeyEntity, await viewerOf(request), new URL(request.url).searchParams),
  }));
}

export const action = byMethod({
  POST: ({ request }) =>
    answer(createApiKey, async () => {
      const viewer = await requireViewer(request);
      const { row, key } = await createKey(
        viewer,
        await readJson(request, createApiKey.body),
        originOf(request),
      );
      return { body: { ...row, key } };
    }),
});
