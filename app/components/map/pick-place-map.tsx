import { useEffect, useMemo, useRef, useState } from 'react';
import type { Place } from '#app/entities/user/rules.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { MapFrame, type MapState } from './map-frame.tsx';

type PickPlaceMapProps = {
  /** Where the mark is at first; another one moves it. */
  place: Place | null;
  tilesUrl: string;
  onPick(place: Place): void;
};

/** A map to point at a place on. */
export function PickPlaceMap({ place, tilesUrl, onPick }: PickPlaceMapProps) {
  const { t } = useTranslation('personal');
  const { t: mapText } = useTranslation('people');
  const element = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<MapState>('loading');
  const pick = useRef(onPick);
  pick.current = onPick;
  const labels = useMemo(
    () => ({ zoomIn: mapText('map.zoomIn'), zoomOut: mapText('map.zoomOut') }),
    [mapText],
  );

  useEffect(() => {
    let remove: (() => void) | null = null;
    let gone = false;
    import('./map-canvas.ts').then(
      ({ pickPlace }) => {
        if (gone || !element.current) return;
        remove = pickPlace(element.current, place, {
          tilesUrl,
          labels,
          label: t('profile.mark'),
          onPick: (picked) => pick.current(picked),
          onTilesFailed: () => setState('tilesFailed'),
        });
        setState((before) => (before === 'loading' ? 'ready' : before));
      },
      () => setState('failed'),
    );
    return () => {
      gone = true;
      remove?.();
    };
  }, [place, tilesUrl, labels, t]);

  return (
    <MapFrame
      ref={element}
      state={state}
      label={t('profile.map')}
      instead={t('profile.mapInstead')}
      className="h-80"
    />
  );
}
