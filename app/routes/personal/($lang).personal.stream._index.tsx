import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Pager } from '#app/components/page/pager.tsx';
import { useTimeZone } from '#app/components/page/use-time-zone.ts';
import { pageOf } from '#app/http/answers/page.server.ts';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { zoneName } from '#app/i18n/moments.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { personalMeta } from '#app/site/personal-meta.ts';
import { CALLS_A_PAGE } from '#app/streams/call-keys.server.ts';
import { CallList } from '#app/streams/call-list.tsx';
import { listOwnCalls } from '#app/streams/own-calls.server.ts';

export const handle: PageHandle = { i18n: ['streams', 'bookings'] };

export const meta = personalMeta('nav.stream');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  const page = pageOf(new URL(request.url).searchParams);
  return { ...(await listOwnCalls(viewer, page)), page, size: CALLS_A_PAGE };
}

/** All calls of a person, in both roles: to come, going on and over. */
export default function CallsPage() {
  const { open, hasMore, over, total, page, size } = useLoaderData<typeof loader>();
  const { t } = useTranslation('streams');
  const timeZone = useTimeZone();
  const isEmpty = open.length + total === 0;
  return (
    <div className="grid max-w-2xl gap-6">
      <h1 className="text-3xl">{t('calls.title')}</h1>
      {isEmpty ? (
        <>
          <p className="text-muted">{t('calls.none')}</p>
          <p>
            <LocaleLink to="/user" className="py-2.5 text-accent-text underline">
              {t('calls.find')}
            </LocaleLink>
          </p>
        </>
      ) : (
        <p className="text-muted">{t('calls.zone', { zone: zoneName(timeZone) })}</p>
      )}
      {open.length > 0 && (
        <section aria-labelledby="open">
          <h2 id="open" className="text-xl">
            {t('calls.open')}
          </h2>
          <CallList calls={open} timeZone={timeZone} areOpen />
          {hasMore && (
            <p>
              <LocaleLink to="/personal/schedule" className="py-2.5 text-accent-text underline">
                {t('calls.more')}
              </LocaleLink>
            </p>
          )}
        </section>
      )}
      {over.length > 0 && (
        <section aria-labelledby="over">
          <h2 id="over" className="text-xl">
            {t('calls.over')}
          </h2>
          <CallList calls={over} timeZone={timeZone} />
        </section>
      )}
      <Pager page={page} pages={Math.ceil(total / size)} />
    </div>
  );
}
