import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { confirmedBy } from '#app/accounts/passwords/confirmation.server.ts';
import { adminEntity } from '#app/admin/admin-entity.server.ts';
import { detailPage, newPage } from '#app/admin/detail/detail.server.ts';
import { AdminDetail } from '#app/admin/detail/detail.tsx';
import { extraOf } from '#app/admin/detail/extras.server.ts';
import { DONE, type Done } from '#app/admin/done.ts';
import { saveMerged, withTheirs } from '#app/admin/form/save-merged.server.ts';
import { adminMeta } from '#app/admin/meta.ts';
import { valuesOfRow } from '#app/admin/row-values.server.ts';
import { renderMarkdown } from '#app/content/markdown.server.ts';
import { clientActionWith } from '#app/forms/client-action.ts';
import { formActionWith } from '#app/forms/form-action.server.ts';
import { refusalOf } from '#app/forms/forms.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireAdmin } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { loadParameters } from '#app/platform/parameters.server.ts';
import { ERROR_STATUS } from '#protocol/errors.ts';

/** Loads the document again: the name and look of its frame may have changed. */
const RELOAD = { headers: { 'X-Remix-Reload-Document': 'true' } };

/** Id of a row not created yet. */
const NEW = 'new';

// Needed by the call of a complaint, and by a room's call quality.
export const handle: PageHandle = { i18n: ['streams'] };

const doneSchema = z.enum(DONE).nullable().catch(null);

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const entity = adminEntity(params.entity);
  const { searchParams } = new URL(request.url);
  const page =
    params.id === NEW
      ? await newPage(entity, searchParams)
      : await detailPage(entity, viewer, params.id ?? '');
  const preview = renderMarkdown(page.values.body?.[0] ?? '');
  return { page, preview, done: doneSchema.parse(searchParams.get('done')) };
}

/** Handles a form of what the entity shows beside its rows, or saves the row. */
export const action = formActionWith(
  async ({ request, params, form }) => {
    const viewer = await confirmedBy(form, await requireAdmin(request));
    const entity = adminEntity(params.entity);
    const id = params.id === NEW ? null : (params.id ?? '');
    const isParameter = entity.name === 'parameter';
    const language = languageOfPath(new URL(request.url).pathname);
    const leadTo = (rowId: string, done: Done) =>
      redirect(
        localePath(`/admin/${entity.name}/${rowId}?done=${done}`, language),
        isParameter ? RELOAD : undefined,
      );
    const origin = originOf(request);
    if (id !== null) {
      const done = await extraOf(entity)?.act?.({ entity, viewer, id, form, origin });
      if (done) return leadTo(id, done);
    }
    const { id: rowId, merged } = await saveMerged(entity, viewer, id, form, origin);
    if (isParameter) await loadParameters();
    if (id === null) return leadTo(rowId, 'created');
    return leadTo(rowId, merged ? 'merged' : 'saved');
  },
  (error, { params, form }) => {
    const { view } = adminEntity(params.entity);
    const refused = refusalOf(error, form, (row) => valuesOfRow(view.fields, row));
    const { refusal, conflicts } = withTheirs(view.fields, refused);
    const preview = renderMarkdown(refusal.typed.body?.[0] ?? '');
    return data({ refusal, conflicts, preview }, { status: ERROR_STATUS[refusal.code] });
  },
);

export const clientAction = clientActionWith((refusal) => ({ refusal, conflicts: [] }));

export const meta: MetaFunction<typeof loader> = ({ location, data: loaded }) =>
  loaded
    ? adminMeta(location, `section.${loaded.page.section}`, loaded.page.title ?? '')
    : adminMeta(location, 'title');

export default function AdminDetailPage() {
  const loaded = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <AdminDetail
      {...loaded}
      preview={refused?.preview ?? loaded.preview}
      refusal={refused?.refusal}
      conflicts={refused?.conflicts ?? []}
    />
  );
}
