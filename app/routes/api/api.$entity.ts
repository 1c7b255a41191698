import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { createEntity } from '#app/accounts/user-writes.server.ts';
import { ENTITY_CALLS } from '#app/entities/api-calls.server.ts';
import { listRows } from '#app/entities/crud/crud.server.ts';
import { costOf } from '#app/entities/crud/list-query.server.ts';
import { entityNamed } from '#app/entities/registry.server.ts';
import { answer, byMethod, readJson } from '#app/http/answers/answer.server.ts';
import { spend, spendRead } from '#app/http/limits/rate-limits.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { viewerOf } from '#app/http/viewers/viewer.server.ts';

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return answer(ENTITY_CALLS.list, async () => {
    const entity = entityNamed(params.entity);
    const { searchParams } = new URL(request.url);
    await spendRead(context.clientAddress, costOf(searchParams));
    return { body: await listRows(entity, await viewerOf(request), searchParams) };
  });
}

export const action = byMethod({
  POST: ({ request, params, context }) =>
    answer(ENTITY_CALLS.create, async () => {
      const entity = entityNamed(params.entity);
      const viewer = await viewerOf(request);
      if (!viewer || entity.rowLimit === 'anonymousRow') await spend('anonymousRow', context.clientAddress);
      return {
        body: await createEntity(entity, viewer, await readJson(request, z.unknown()), originOf(request)),
      };
    }),
});
