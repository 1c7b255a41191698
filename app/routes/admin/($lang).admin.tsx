import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { PasskeyProof } from '#app/accounts/second-factor/passkey-proof.tsx';
import { useSearchKey } from '#app/admin/list/search-key.ts';
import { UndoOffers } from '#app/admin/list/undo.tsx';
import { Navigation } from '#app/admin/navigation/navigation.tsx';
import { countWaiting } from '#app/admin/navigation/waiting.server.ts';
import { OtherProof } from '#app/forms/confirm-again.tsx';
import { requireAdmin } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';

export const handle: PageHandle = { i18n: ['admin', 'errors'] };

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return { waiting: await countWaiting() };
}

/** Counts again on every page. */
export const shouldRevalidate = () => true;

export default function AdminLayout() {
  const { waiting } = useLoaderData<typeof loader>();
  useSearchKey();
  return (
    <div className="page grid gap-x-8 gap-y-4 pb-6 lg:grid-cols-[12rem_minmax(0,1fr)]">
      <Navigation waiting={waiting} />
      <div className="grid min-w-0 content-start gap-6 lg:pt-3">
        <UndoOffers />
        <OtherProof.Provider value={PasskeyProof}>
          <Outlet context={waiting} />
        </OtherProof.Provider>
      </div>
    </div>
  );
}
