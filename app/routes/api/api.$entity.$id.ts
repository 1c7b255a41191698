import type { LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { deleteAccount, isOwnAccount } from '#app/accounts/settings/deletion.server.ts';
import { updateEntity } from '#app/accounts/user-writes.server.ts';
import { ENTITY_CALLS } from '#app/entities/api-calls.server.ts';
import { deleteRow, readRow } from '#app/entities/crud/crud.server.ts';
import { entityNamed } from '#app/entities/registry.server.ts';
import { accountDeletion } from '#app/entities/user/schema.ts';
import { answer, byMethod, readBody, readJson } from '#app/http/answers/answer.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { viewerOf } from '#app/http/viewers/viewer.server.ts';

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
      return { body: await updateEntity(entity, viewer, params.id ?? '', change, originOf(request)) };
    }),

  DELETE: ({ request, params }) =>
    answer(ENTITY_CALLS.delete, async () => {
      const entity = entityNamed(params.entity);
      const viewer = await viewerOf(request);
      const id = params.id ?? '';
      if (isOwnAccount(entity, viewer, id)) {
        const { password, fees } = await readBody(request, accountDeletion);
        await deleteAccount(viewer, password, fees, originOf(request));
      } else await deleteRow(entity, viewer, id);
      return { body: {} };
    }),
});
