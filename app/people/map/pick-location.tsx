import { useCallback, useRef } from 'react';
import type { Place } from '#app/entities/user/public-profile.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type DrawMap, MapFrame } from './frame.tsx';

type PickPlaceMapProps = {
  /** The marker's position; a new value moves it. */
  place: Place | null;
  tilesUrl: string;
  onPick(place: Place): void;
};

/** A map for choosing a location. */
export function PickPlaceMap({ place, tilesUrl, onPick }: PickPlaceMapProps) {
  const { t } = useTranslation('personal');
  const pick = useRef(onPick);
  pick.current = onPick;
  const draw: DrawMap = useCallback(
    ({ pickPlace }, element, options) =>
      pickPlace(element, place, {
        ...options,
        label: t('profile.mark'),
        onPick: (picked) => pick.current(picked),
      }),
    [place, t],
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
