import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation } from '@remix-run/react';
import { PasskeyProof } from '#app/accounts/second-factor/passkey-proof.tsx';
import { openSteps } from '#app/bookings/availability/first-steps.server.ts';
import { FirstSteps } from '#app/bookings/availability/first-steps.tsx';
import { SideMenu } from '#app/components/page/side-menu.tsx';
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

const GROUPS = [
  { group: 'you', pages: ['account', 'profile', 'notification', 'developer'] },
  { group: 'calls', pages: ['stream', 'booking', 'schedule', 'availability'] },
  { group: 'money', pages: ['payment', 'payout', 'earnings'] },
  { group: 'others', pages: ['inquiry', 'favourites', 'blocked'] },
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
      <div className="page grid gap-6 py-4 sm:py-8 lg:grid-cols-[13rem_1fr] lg:gap-14 lg:py-14">
        <SideMenu
          label={t('nav.label')}
          groups={GROUPS.map(({ group, pages }) => ({
            title: t(`nav.groups.${group}`),
            entries: pages
              .filter((page) => streams || !STREAMERS_PAGES.includes(page))
              .map((page) => ({
                to: localePath(`/personal/${page}`),
                label: t(`nav.${page}`),
                count: page === 'inquiry' ? unread : 0,
              })),
          }))}
          countLabel={(count) => t('nav.unread', { count })}
        />
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
