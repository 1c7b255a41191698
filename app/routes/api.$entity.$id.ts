import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { deleteRow, readRow, updateRow } from '#app/entities/crud/crud.server.ts';
import { entityNamed } from '#app/entities/registry.server.ts';
import { answer, readJson } from '#app/http/answer.server.ts';
import { viewerOf } from '#app/http/viewer.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** GET /api/:entity/:id → the row. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(async () => {
    const entity = entityNamed(params.entity);
    return { body: await readRow(entity, await viewerOf(request), params.id ?? '') };
  });
}

/**
 * PUT /api/:entity/:id with part of a row and the `version` that it had → the row as it stands now.
 * DELETE /api/:entity/:id → `{}`.
 */
export function action({ request, params }: ActionFunctionArgs) {
  return answer(async () => {
    const entity = entityNamed(params.entity);
    const viewer = await viewerOf(request);
    const id = params.id ?? '';
    switch (request.method) {
      case 'PUT':
        return { body: await updateRow(entity, viewer, id, await readJson(request, z.unknown())) };
      case 'DELETE':
        await deleteRow(entity, viewer, id);
        return { body: {} };
      default:
        throw new ProtocolError('METHOD_NOT_ALLOWED');
    }
  });
}
