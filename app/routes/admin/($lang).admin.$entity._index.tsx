import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { isOwnAccount } from '#app/accounts/settings/deletion.server.ts';
import { adminEntity } from '#app/admin/admin-entity.server.ts';
import { listManyBookings } from '#app/admin/booking/many.server.ts';
import { Many } from '#app/admin/booking/many.tsx';
import { deleteWithUndo, undelete } from '#app/admin/list/deleted-rows.server.ts';
import { listPage } from '#app/admin/list/list.server.ts';
import { AdminList } from '#app/admin/list/list.tsx';
import { Undo } from '#app/admin/list/undo.tsx';
import { adminMeta } from '#app/admin/meta.ts';
import { Logo } from '#app/admin/parameter/logo.tsx';
import { readSettings, setParameter } from '#app/admin/parameter/settings.server.ts';
import { Settings } from '#app/admin/parameter/settings.tsx';
import { uncoveredBookings } from '#app/admin/parameter/uncovered.server.ts';
import { UncoveredFees } from '#app/admin/parameter/uncovered.tsx';
import { LedgerDownload } from '#app/admin/payment/ledger-download.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { clientAction } from '#app/forms/client-action.ts';
import { formAction } from '#app/forms/form-action.server.ts';
import { textOf } from '#app/forms/forms.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { requireAdmin } from '#app/http/viewers/guards.server.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { removeLogo } from '#app/pictures/logo.server.ts';
import { currentParameters, loadParameters } from '#app/platform/parameters.server.ts';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await requireAdmin(request);
  const entity = adminEntity(params.entity);
  const page = await listPage(entity, viewer, request);
  const many = entity.name === 'booking' ? await listManyBookings() : [];
  const uncovered = entity.name === 'parameter' ? await uncoveredBookings() : [];
  const settings = entity.name === 'parameter' ? await readSettings() : null;
  const logoKey = (await currentParameters()).text('site-logo');
  const done = new URL(request.url).searchParams.get('done');
  return { ...page, many, uncovered, settings, logoKey, done, mayExport: viewer.authorities.has('FINANCE') };
}

/** Deletes a row, undoes the last deletion, or sets a parameter. */
export const action = formAction(async ({ request, params, form }) => {
  const viewer = await requireAdmin(request);
  const entity = adminEntity(params.entity);
  const language = languageOfPath(new URL(request.url).pathname);
  if (textOf(form, 'intent') === 'delete') {
    const id = textOf(form, 'id');
    // Asks for the password.
    if (isOwnAccount(entity, viewer, id)) return redirect(localePath('/personal/account#delete', language));
    return { deleted: await deleteWithUndo(entity, viewer, id) };
  }
  if (textOf(form, 'intent') === 'setParameter') {
    const set = await setParameter(viewer, form);
    await loadParameters();
    // The page's frame has another name or look, so its document is loaded again.
    if (set.startsWith('site-')) {
      const { pathname } = new URL(request.url);
      return redirect(`${pathname}?done=${set}#${set}`, { headers: { 'X-Remix-Reload-Document': 'true' } });
    }
    return { set };
  }
  if (entity.name === 'parameter' && textOf(form, 'intent') === 'removeLogo') {
    await removeLogo();
    return { logoRemoved: true };
  }
  const id = await undelete(entity, viewer, textOf(form, 'undo'));
  return redirect(localePath(`/admin/${entity.name}/${id}?done=restored`, language));
});

export { clientAction };

export const meta: MetaFunction<typeof loader> = ({ location, data: page }) =>
  adminMeta(location, page ? `section.${page.section}` : 'title');

export default function AdminListPage() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { t } = useTranslation('errors');
  const { t: tAdmin } = useTranslation('admin');
  const refusal = result && 'code' in result ? result : undefined;
  const isOfSetting = refusal?.form === 'setParameter';
  return (
    <div className="grid gap-4">
      {result && 'deleted' in result && result.deleted && (
        <Undo section={page.section} deleted={result.deleted} />
      )}
      {refusal && !isOfSetting && (
        <Alert tone="error">
          {refusal.code === 'LINK_INVALID' ? tAdmin('delete.tooLate') : t(refusal.code)}
        </Alert>
      )}
      <UncoveredFees uncovered={page.uncovered} />
      <AdminList page={page}>
        {page.settings && (
          <>
            <Settings
              settings={page.settings}
              refusal={isOfSetting ? refusal : undefined}
              done={(result && 'set' in result && result.set) || page.done}
            />
            <Logo logoKey={page.logoKey} removed={result !== undefined && 'logoRemoved' in result} />
            <h2 className="pt-8 text-xl">{tAdmin('parameters.rows')}</h2>
          </>
        )}
      </AdminList>
      {page.section === 'payment' && page.mayExport && <LedgerDownload />}
      <Many many={page.many} />
    </div>
  );
}
