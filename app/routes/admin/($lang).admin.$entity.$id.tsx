import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { confirmedBy } from '#app/accounts/passwords/confirmation.server.ts';
import { adminEntity } from '#app/admin/admin-entity.server.ts';
import { cancelByForm } from '#app/admin/booking/booking.server.ts';
import { detailPage, newPage } from '#app/admin/detail/detail.server.ts';
import { AdminDetail } from '#app/admin/detail/detail.tsx';
import { answerByForm } from '#app/admin/dispute/dispute.server.ts';
import { DONE, type Done } from '#app/admin/done.ts';
import { saveMerged, withTheirs } from '#app/admin/form/save-merged.server.ts';
import { adminMeta } from '#app/admin/meta.ts';
import { refundByForm } from '#app/admin/payment/refunds.server.ts';
import { valuesOfRow } from '#app/admin/row-values.server.ts';
import { accessIntent, changeAccess } from '#app/admin/user/access.server.ts';
import { changeRoles } from '#app/admin/user/roles.server.ts';
import { renderMarkdown } from '#app/content/markdown.server.ts';
import { clientActionWith } from '#app/forms/client-action.ts';
import { formActionWith } from '#app/forms/form-action.server.ts';
import { refusalOf, textOf } from '#app/forms/forms.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireAdmin } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { decideByForm } from '#app/payments/complaints/by-form.server.ts';
import { decideApproval } from '#app/payments/holds/approval.server.ts';
import { approving } from '#app/payments/holds/schema.ts';
import { endRoom } from '#app/rooms/live-rooms.server.ts';
import { ERROR_STATUS } from '#protocol/errors.ts';

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

/** Saves the form, changes the access or the roles of the row's account, or ends the room. */
export const action = formActionWith(
  async ({ request, params, form }) => {
    const viewer = await confirmedBy(form, await requireAdmin(request));
    const entity = adminEntity(params.entity);
    const id = params.id === NEW ? null : (params.id ?? '');
    const language = languageOfPath(new URL(request.url).pathname);
    const leadTo = (rowId: string, done: Done) =>
      redirect(localePath(`/admin/${entity.name}/${rowId}?done=${done}`, language));
    if (textOf(form, 'intent') === 'end' && entity.name === 'channel' && id !== null) {
      await endRoom(id, 'administrator');
      return leadTo(id, 'ended');
    }
    if (textOf(form, 'intent') === 'refund' && entity.name === 'payment' && id !== null) {
      await refundByForm(viewer, id, form);
      return leadTo(id, 'refunded');
    }
    if (textOf(form, 'intent') === 'cancelBooking' && entity.name === 'booking' && id !== null) {
      await cancelByForm(viewer, id, form);
      return leadTo(id, 'cancelled');
    }
    const approval = approving.safeParse(textOf(form, 'intent')).data;
    if (approval && entity.name === 'payment' && id !== null) {
      await decideApproval(viewer, id, approval);
      return leadTo(id, 'approved');
    }
    if (textOf(form, 'intent') === 'decide' && entity.name === 'complaint' && id !== null) {
      await decideByForm(viewer, id, form);
      return leadTo(id, 'decided');
    }
    if (textOf(form, 'intent') === 'answerDispute' && entity.name === 'dispute' && id !== null) {
      await answerByForm(viewer, id, form);
      return leadTo(id, 'answered');
    }
    const access = entity.name === 'user' ? accessIntent(form) : undefined;
    if (access && id !== null)
      return leadTo(id, await changeAccess(viewer, id, access, form, originOf(request)));
    if (id !== null && (await changeRoles(entity, viewer, id, form, originOf(request))))
      return leadTo(id, 'roles');
    const { id: rowId, merged } = await saveMerged(entity, viewer, id, form, originOf(request));
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
    ? adminMeta(location, `section.${loaded.page.section}`, loaded.page.title)
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
