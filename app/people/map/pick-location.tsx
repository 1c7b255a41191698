import { useCallback, useRef } from 'react';
import type { Location } from '#app/entities/user/public-profile.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type DrawMap, MapFrame } from './frame.tsx';

type PickLocationMapProps = {
  /** The marker's position; a new value moves it. */
  location: Location | null;
  tilesUrl: string;
  onPick(location: Location): void;
};

/** A map for choosing a location. */
export function PickLocationMap({ location, tilesUrl, onPick }: PickLocationMapProps) {
  const { t } = useTranslation('personal');
  const pick = useRef(onPick);
  pick.current = onPick;
  const draw: DrawMap = useCallback(
    ({ pickLocation }, element, options) =>
      pickLocation(element, location, {
        ...options,
        label: t('profile.mark'),
        onPick: (picked) => pick.current(picked),
      }),
    [location, t],
  );
  return (
    <MapFrame
      draw={draw}
      tilesUrl={tilesUrl}
      label={t('profile.map')}
      instead={t('profile.mapInstead')}
      className="h-80"
    />
  );
}
