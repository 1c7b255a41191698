import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { z } from 'zod';
import { createRow, listRows } from '#app/entities/crud/crud.server.ts';
import { entityNamed } from '#app/entities/registry.server.ts';
import { answer, readJson } from '#app/http/answer.server.ts';
import { refuseBlockedAddress } from '#app/http/blocked-networks.server.ts';
import { spend } from '#app/http/rate-limits.server.ts';
import { viewerOf } from '#app/http/viewer.server.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** GET /api/:entity → one page of its rows, `{entities, total, page, size}`. The query is that of `parseListQuery`. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return answer(async () => {
    const entity = entityNamed(params.entity);
    return { body: await listRows(entity, await viewerOf(request), new URL(request.url).searchParams) };
  });
}

/** POST /api/:entity with a row → 201 and the row that was made, empty if the asker may not see it. */
export function action({ request, params, context }: ActionFunctionArgs) {
  return answer(async () => {
    const entity = entityNamed(params.entity);
    if (request.method !== 'POST') throw new ProtocolError('METHOD_NOT_ALLOWED');
    const viewer = await viewerOf(request);
    if (!viewer) {
      await refuseBlockedAddress(context.clientAddress);
      await spend('anonymousRow', context.clientAddress);
    }
    return { status: 201, body: await createRow(entity, viewer, await readJson(request, z.unknown())) };
  });
}
