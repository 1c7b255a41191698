import { useNavigate } from '@remix-run/react';
import { useCallback } from 'react';
import type { Location } from '#app/entities/user/public-profile.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { MapLocation } from './canvas.ts';
import { type DrawMap, MapFrame } from './frame.tsx';

type LocationsMapProps = {
  locations: MapLocation[];
  /** City to move the map to; null shows all locations. */
  city: Location | null;
  tilesUrl: string;
  label: string;
};

/** Locations on a map. Needs JavaScript; the same information must be available as text. */
export function LocationsMap({ locations, city, tilesUrl, label }: LocationsMapProps) {
  const { t } = useTranslation('people');
  const navigate = useNavigate();
  const draw: DrawMap = useCallback(
    ({ showLocations }, element, options) => {
      const follow = (path: string) => navigate(path, { viewTransition: true });
      return showLocations(element, locations, { ...options, city, follow });
    },
    [locations, city, navigate],
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
