import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { ENTITY_CALLS } from '#app/entities/api-calls.server.ts';
import { deleteRow, readRow, updateRow } from '#app/entities/crud/crud.server.ts';
import { entityNamed } from '#app/entities/registry.server.ts';
import { answer, byMethod, readJson } from '#app/http/answer.server.ts';
import { viewerOf } from '#app/http/viewer.server.ts';

export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(ENTITY_CALLS.read, async () => {
    const entity = entityNamed(params.entity);
    return { body: await readRow(entity, await viewerOf(request), params.id ?? '') };
  });
}

export const action = byMethod({
  PUT: ({ request, params }) =>
    answer(ENTITY_CALLS.update, async () => {
      const entity = entityNamed(params.entity);
      const viewer = await viewerOf(request);
      const change = await readJson(request, z.unknown());
      return { body: await updateRow(entity, viewer, params.id ?? '', change) };
    }),

  DELETE: ({ request, params }) =>
    answer(ENTITY_CALLS.delete, async () => {
      await deleteRow(entityNamed(params.entity), await viewerOf(request), params.id ?? '');
      return { body: {} };
    }),
});
