import { useNavigate } from '@remix-run/react';
import { useCallback } from 'react';
import type { Place } from '#app/entities/user/public-profile.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { MapPlace } from './canvas.ts';
import { type DrawMap, MapFrame } from './frame.tsx';

type PlacesMapProps = {
  places: MapPlace[];
  /** City to move the map to; null shows all places. */
  city: Place | null;
  tilesUrl: string;
  label: string;
};

/** Places on a map. Needs JavaScript; the same information must be available as text. */
export function PlacesMap({ places, city, tilesUrl, label }: PlacesMapProps) {
  const { t } = useTranslation('people');
  const navigate = useNavigate();
  const draw: DrawMap = useCallback(
    ({ showPlaces }, element, options) => showPlaces(element, places, { ...options, city, follow: navigate }),
    [places, city, navigate],
  );
  return (
    <MapFrame
      draw={draw}
      tilesUrl={tilesUrl}
      label={label}
      instead={t('list.instead')}
      className="h-[26rem]"
    />
  );
}
