import type { LoaderFunctionArgs } from '@remix-run/node';
import { NavLink, Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { PasskeyProof } from '#app/accounts/second-factor/passkey-proof.tsx';
import { openSteps } from '#app/bookings/availability/first-steps.server.ts';
import { FirstSteps } from '#app/bookings/availability/first-steps.tsx';
import { countUnread } from '#app/contact/inquiries.server.ts';
import { OtherProof } from '#app/forms/confirm-again.tsx';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ConfirmAddress } from '#app/site/confirm-address.tsx';

export const handle: PageHandle = { i18n: ['personal', 'errors'] };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const viewer = await pageViewer(request);
  const streams = viewer?.authorities.has('STREAM') ?? false;
  return {
    unread: viewer ? await countUnread(viewer, params.id) : 0,
    streams,
    steps: viewer && streams ? await openSteps(viewer) : [],
  };
}

const PAGES = [
  'account',
  'profile',
  'stream',
  'booking',
  'schedule',
  'availability',
  'payment',
  'payout',
  'earnings',
  'notification',
  'inquiry',
  'favourites',
  'blocked',
  'developer',
] as const;
/** Pages shown only to streamers. */
const STREAMERS_PAGES: readonly string[] = ['availability', 'payout', 'earnings'];

/** Layout of all personal pages, with their navigation. Each page itself requires login. */
export default function PersonalPages() {
  const { unread, streams, steps } = useLoaderData<typeof loader>();
  const { t } = useTranslation('personal');
  const localePath = useLocalePath();
  const isAccount = useLocation().pathname.endsWith('/account');
  return (
    <>
      {/* The account page has the same notice beside the address. */}
      {!isAccount && <ConfirmAddress />}
      <div className="page grid gap-8 py-8 sm:py-14 lg:grid-cols-[13rem_1fr] lg:gap-14">
        <nav aria-label={t('nav.label')}>
          <ul className="flex flex-wrap gap-1 lg:sticky lg:top-6 lg:flex-col">
            {PAGES.filter((page) => streams || !STREAMERS_PAGES.includes(page)).map((page) => (
              <li key={page}>
                <NavLink
                  viewTransition
                  to={localePath(`/personal/${page}`)}
                  prefetch="intent"
                  className="flex min-h-11 items-center rounded-md px-3 no-underline hover:bg-sunken aria-[current=page]:bg-sunken aria-[current=page]:font-semibold"
                >
                  {t(`nav.${page}`)}
                  {page === 'inquiry' && unread > 0 && (
                    <span className="ml-2 rounded-full bg-accent px-2 text-sm font-semibold text-on-accent tabular-nums">
                      <span aria-hidden>{unread}</span>
                      <span className="sr-only">{t('nav.unread', { count: unread })}</span>
                    </span>
                  )}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          <FirstSteps open={steps} />
          <p className="hidden pb-4 text-muted noscript:block">{t('nav.utc')}</p>
          <OtherProof.Provider value={PasskeyProof}>
            <Outlet />
          </OtherProof.Provider>
        </div>
      </div>
    </>
  );
}
