import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { nextSlotOf } from '#app/bookings/availability/slots.server.ts';
import { Pager } from '#app/components/page/pager.tsx';
import { pageOf } from '#app/http/answers/page.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { titled } from '#app/i18n/site-name.ts';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import { currencyOf, keepCurrency } from '#app/people/currency.server.ts';
import { listCities } from '#app/people/map/cities.server.ts';
import { StreamerCard } from '#app/people/streamers/card.tsx';
import { StreamerFilter } from '#app/people/streamers/filter.tsx';
import { inCard, readFilter } from '#app/people/streamers/list.server.ts';
import { NoStreamers, StreamersMap, ViewLink } from '#app/people/streamers/list-parts.tsx';
import { listLocations, listStreamers, STREAMERS_A_PAGE } from '#app/people/streamers/streamers.server.ts';
import { env } from '#app/platform/env.server.ts';

export const handle: PageHandle = { i18n: ['people'] };

export const meta: MetaFunction<typeof loader> = ({ data: loaded, location }) => {
  const t = translation(languageOfPath(location.pathname), 'people');
  return [
    { title: titled(t('list.title')) },
    { name: 'description', content: t('list.description') },
    ...(loaded?.streamers.some(({ isDemo }) => isDemo) ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
};

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams, pathname } = new URL(request.url);
  const { view, ...filter } = readFilter(searchParams);
  const page = pageOf(searchParams);
  const viewer = await pageViewer(request);
  const [{ streamers, total }, locations, cities, currency] = await Promise.all([
    listStreamers(viewer, filter, page),
    view === 'map' ? listLocations(viewer, filter) : [],
    view === 'map' ? listCities() : [],
    currencyOf(request),
  ]);
  if (streamers.length === 0 && page > 1) {
    searchParams.delete('page');
    throw redirect(`${pathname}?${searchParams}`);
  }
  const next = await nextSlotOf(
    viewer,
    streamers.map(({ id }) => id),
  );
  const cards = streamers.map((streamer) => ({
    ...inCard(streamer),
    nextSlot: next.get(streamer.id) ?? null,
  }));
  const found = { filter, view, page, size: STREAMERS_A_PAGE, total, currency, locations, cities };
  return data(
    { ...found, streamers: cards, tilesUrl: env.MAP_TILES_URL },
    { headers: await keepCurrency(request) },
  );
}

export default function StreamersPage() {
  const { filter, view, page, size, total, currency, locations, cities, streamers, tilesUrl } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation('people');
  return (
    <div className="page grid gap-5 py-6 sm:gap-8 sm:py-14">
      <div className="grid gap-2">
        <h1 className="text-3xl sm:text-4xl">{t('list.title')}</h1>
        <p className="max-w-prose text-muted">{t('list.text')}</p>
      </div>
      <StreamerFilter {...filter} currency={currency} view={view} />
      <div className="flex items-center justify-between gap-4">
        <p role="status" className="text-muted tabular-nums">
          {t('list.found', { count: total })}
        </p>
        <ViewLink view={view} />
      </div>
      {view === 'map' && <StreamersMap locations={locations} cities={cities} tilesUrl={tilesUrl} />}
      {streamers.length === 0 ? (
        <NoStreamers filtered={filter.q !== '' || filter.language !== null || filter.now} />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {streamers.map((streamer) => (
            // Laid out only when near the viewport; until then with the height of a typical card.
            <li
              key={streamer.id}
              className="min-w-0 [contain-intrinsic-size:auto_14.5rem] [content-visibility:auto]"
            >
              <StreamerCard streamer={streamer} currency={currency} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} pages={Math.ceil(total / size)} />
    </div>
  );
}
