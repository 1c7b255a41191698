import type { LoaderFunctionArgs } from '@remix-run/node';
import { NavLink, Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { PasskeyProof } from '#app/accounts/second-factor/passkey-proof.tsx';
import { ADMIN_ENTITIES } from '#app/admin/admin-entity.server.ts';
import { useLabels } from '#app/admin/labels.ts';
import { useSearchKey } from '#app/admin/list/search-key.ts';
import { UndoOffers } from '#app/admin/list/undo.tsx';
import { OTHER_SECTIONS } from '#app/admin/sections.ts';
import { OtherProof } from '#app/forms/confirm-again.tsx';
import { requireAdmin } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { useLocalePath } from '#app/i18n/locale.tsx';

export const handle: PageHandle = { i18n: ['admin', 'errors'] };

export async function loader({ request }: LoaderFunctionArgs) {
  await requireAdmin(request);
  return { sections: ADMIN_ENTITIES.map(({ name }) => name) };
}

export default function AdminLayout() {
  const { sections } = useLoaderData<typeof loader>();
  const { t } = useLabels();
  const localePath = useLocalePath();
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useSearchKey();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current section changes with the page
  useEffect(() => {
    const { current } = bar;
    const section = current?.querySelector<HTMLElement>('[aria-current]');
    if (!current || !section) return;
    const left = section.offsetLeft - current.offsetLeft;
    const isInView =
      left >= current.scrollLeft && left + section.offsetWidth <= current.scrollLeft + current.clientWidth;
    // Scrolling a visible link could move it from under the pointer. Not scrollIntoView, which would also scroll the
    // page.
    if (!isInView) current.scrollLeft = left - section.offsetWidth;
  }, [pathname]);
  return (
    <div className="page grid gap-6 pb-6">
      <nav ref={bar} aria-label={t('sections')} className="overflow-x-auto border-b border-line">
        <ul className="flex">
          <li>
            <NavLink viewTransition to={localePath('/admin')} end className={tab}>
              {t('title')}
            </NavLink>
          </li>
          {[...sections, ...OTHER_SECTIONS].map((section) => (
            <li key={section}>
              <NavLink viewTransition to={localePath(`/admin/${section}`)} className={tab}>
                {t(`section.${section}`)}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <UndoOffers />
      <OtherProof.Provider value={PasskeyProof}>
        <Outlet />
      </OtherProof.Provider>
    </div>
  );
}

function tab({ isActive }: { isActive: boolean }): string {
  const look = isActive ? 'border-accent font-semibold' : 'border-transparent text-muted hover:text-text';
  return `block border-b-2 px-2.5 py-3 whitespace-nowrap no-underline -outline-offset-2 ${look}`;
}
