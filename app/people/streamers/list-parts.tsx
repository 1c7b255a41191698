import { Link, useLocation } from '@remix-run/react';
import { List, Map as MapIcon } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '#app/components/ui/button.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { LocaleLink, useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { listCities } from '../map/cities.server.ts';
import { LocationsMap } from '../map/locations.tsx';
import type { listLocations } from './streamers.server.ts';

/** Link to the same list in the other view. */
export function ViewLink({ view }: { view: 'list' | 'map' }) {
  const { t } = useTranslation('people');
  const query = new URLSearchParams(useLocation().search);
  if (view === 'map') query.delete('view');
  else query.set('view', 'map');
  return (
    <Link
      viewTransition
      to={`?${query}`}
      className={buttonClass({ variant: 'secondary' })}
      preventScrollReset
    >
      {view === 'map' ? <List aria-hidden size={18} /> : <MapIcon aria-hidden size={18} />}
      {t(view === 'map' ? 'list.asList' : 'list.onMap')}
    </Link>
  );
}

type StreamersMapProps = {
  locations: Awaited<ReturnType<typeof listLocations>>;
  cities: Awaited<ReturnType<typeof listCities>>;
  tilesUrl: string;
};

/** The streamers on a map, which can be moved to a city. */
export function StreamersMap({ locations, cities, tilesUrl }: StreamersMapProps) {
  const { t, language } = useTranslation('people');
  const localePath = useLocalePath();
  const [cityId, setCityId] = useState('');
  const marked = locations.map(({ username, urlname, location }) => ({
    label: username,
    href: localePath(`/user/${urlname}`),
    location,
  }));
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  const byCountry = [...new Set(cities.map(({ country }) => country))].map((code) => ({
    country: countries.of(code) ?? code,
    inside: cities.filter(({ country }) => country === code),
  }));
  return (
    <div className="grid gap-4">
      {cities.length > 0 && (
        <div className="max-w-xs">
          <Select label={t('map.city')} value={cityId} onChange={(event) => setCityId(event.target.value)}>
            <option value="">{t('map.everywhere')}</option>
            {byCountry
              .toSorted((a, b) => a.country.localeCompare(b.country, language))
              .map(({ country, inside }) => (
                <optgroup key={country} label={country}>
                  {inside.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </optgroup>
              ))}
          </Select>
        </div>
      )}
      <LocationsMap
        locations={marked}
        city={cities.find(({ id }) => id === cityId) ?? null}
        tilesUrl={tilesUrl}
        label={t('list.map')}
      />
    </div>
  );
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
