import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { List, Map as MapIcon } from 'lucide-react';
import { z } from 'zod';
import { Pager } from '#app/components/page/pager.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { languageName } from '#app/entities/lookups/schema.ts';
import { pageViewer } from '#app/http/guards.server.ts';
import { pageOf } from '#app/http/page.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { languageOfPath } from '#app/i18n/languages.ts';
import { LocaleLink, useLocalePath } from '#app/i18n/locale.tsx';
import { translation, useTranslation } from '#app/i18n/use-translation.ts';
import { currencyOf, keepCurrency } from '#app/people/currency.server.ts';
import { PlacesMap } from '#app/people/map/places.tsx';
import { StreamerCard } from '#app/people/streamers/card.tsx';
import { StreamerFilter } from '#app/people/streamers/filter.tsx';
import { listPlaces, listStreamers, STREAMERS_A_PAGE } from '#app/people/streamers/streamers.server.ts';
import { env } from '#app/platform/env.server.ts';

export const handle: PageHandle = { i18n: ['people'] };

export const meta: MetaFunction = ({ location }) => {
  const t = translation(languageOfPath(location.pathname), 'people');
  return [
    { title: `${t('list.title')} · Panocall` },
    { name: 'description', content: t('list.description') },
  ];
};

const filterSchema = z.object({
  q: z
    .string()
    .max(100)
    .regex(/^[^\0]*$/)
    .catch(''),
  language: languageName.nullable().catch(null),
  view: z.enum(['list', 'map']).catch('list'),
});

export async function loader({ request }: LoaderFunctionArgs) {
  const { searchParams, pathname } = new URL(request.url);
  const { view, ...filter } = filterSchema.parse({
    q: searchParams.get('q') ?? '',
    language: searchParams.get('language'),
    view: searchParams.get('view') ?? 'list',
  });
  const page = pageOf(searchParams);
  const viewer = await pageViewer(request);
  const [{ streamers, total }, places, currency] = await Promise.all([
    listStreamers(viewer, filter, page),
    view === 'map' ? listPlaces(viewer, filter) : [],
    currencyOf(request),
  ]);
  if (streamers.length === 0 && page > 1) {
    searchParams.delete('page');
    throw redirect(`${pathname}?${searchParams}`);
  }
  const found = { filter, view, page, size: STREAMERS_A_PAGE, total, currency, places };
  return data(
    { ...found, streamers: streamers.map(inList), tilesUrl: env.MAP_TILES_URL },
    { headers: await keepCurrency(request) },
  );
}

/** What a card shows. */
const DESCRIPTION_LENGTH = 220;

function inList(streamer: Awaited<ReturnType<typeof listStreamers>>['streamers'][number]) {
  const { id, username, urlname, firstName, description, avatarKey, languages, prices, rating } = streamer;
  const short = description?.slice(0, DESCRIPTION_LENGTH) ?? null;
  return { id, username, urlname, firstName, description: short, avatarKey, languages, prices, rating };
}

export default function StreamersPage() {
  const { filter, view, page, size, total, currency, places, streamers, tilesUrl } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation('people');
  return (
    <div className="page grid gap-8 py-8 sm:py-14">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-2">
          <h1 className="text-3xl sm:text-4xl">{t('list.title')}</h1>
          <p className="max-w-prose text-muted">{t('list.text')}</p>
        </div>
        <ViewLink view={view} />
      </div>
      <StreamerFilter {...filter} currency={currency} view={view} />
      <p role="status" className="text-muted tabular-nums">
        {t('list.found', { count: total })}
      </p>
      {view === 'map' && <StreamersMap places={places} tilesUrl={tilesUrl} />}
      {streamers.length === 0 ? (
        <Nobody filtered={filter.q !== '' || filter.language !== null} />
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {streamers.map((streamer) => (
            // Laid out once it comes near; until then as high as most are.
            <li
              key={streamer.id}
              className="min-w-0 [contain-intrinsic-size:auto_14.5rem] [content-visibility:auto]"
            >
              <StreamerCard streamer={streamer} currency={currency} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} total={total} size={size} />
    </div>
  );
}

/** The same list the other way. */
function ViewLink({ view }: { view: 'list' | 'map' }) {
  const { t } = useTranslation('people');
  const query = new URLSearchParams(useLocation().search);
  if (view === 'map') query.delete('view');
  else query.set('view', 'map');
  return (
    <Link to={`?${query}`} className={buttonClass({ variant: 'secondary' })} preventScrollReset>
      {view === 'map' ? <List aria-hidden size={18} /> : <MapIcon aria-hidden size={18} />}
      {t(view === 'map' ? 'list.asList' : 'list.onMap')}
    </Link>
  );
}

type Places = Awaited<ReturnType<typeof listPlaces>>;

function StreamersMap({ places, tilesUrl }: { places: Places; tilesUrl: string }) {
  const { t } = useTranslation('people');
  const localePath = useLocalePath();
  const marked = places.map(({ username, urlname, place }) => ({
    label: username,
    href: localePath(`/user/${urlname}`),
    place,
  }));
  return <PlacesMap places={marked} tilesUrl={tilesUrl} label={t('list.map')} />;
}

function Nobody({ filtered }: { filtered: boolean }) {
  const { t } = useTranslation('people');
  return (
    <div className="grid justify-items-start gap-4 rounded-lg border border-line p-6">
      <p>{t(filtered ? 'list.nobodyFound' : 'list.nobody')}</p>
      <LocaleLink to={filtered ? '/user' : '/'} className={buttonClass({ variant: 'secondary' })}>
        {t(filtered ? 'list.everybody' : 'list.home')}
      </LocaleLink>
    </div>
  );
}
