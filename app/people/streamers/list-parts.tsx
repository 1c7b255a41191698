import { Link, useLocation } from '@remix-run/react';
import { List, Map as MapIcon } from 'lucide-react';
import { buttonClass } from '#app/components/ui/button.tsx';
import { LocaleLink, useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { PlacesMap } from '../map/places.tsx';
import type { listPlaces } from './streamers.server.ts';

/** The same list in the other view. */
export function ViewLink({ view }: { view: 'list' | 'map' }) {
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

/** The streamers on a map. */
export function StreamersMap({
  places,
  tilesUrl,
}: {
  places: Awaited<ReturnType<typeof listPlaces>>;
  tilesUrl: string;
}) {
  const { t } = useTranslation('people');
  const localePath = useLocalePath();
  const marked = places.map(({ username, urlname, place }) => ({
    label: username,
    href: localePath(`/user/${urlname}`),
    place,
  }));
  return <PlacesMap places={marked} tilesUrl={tilesUrl} label={t('list.map')} />;
}

/** Shown if no streamers match. */
export function NoStreamers({ filtered }: { filtered: boolean }) {
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
