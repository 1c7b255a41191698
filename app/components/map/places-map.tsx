import { useNavigate } from '@remix-run/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { MapPlace } from './map-canvas.ts';
import { MapFrame, type MapState } from './map-frame.tsx';

/** Places on a map. Needs JavaScript; what it shows has to stand in words beside it. */
export function PlacesMap({
  places,
  tilesUrl,
  label,
}: {
  places: MapPlace[];
  tilesUrl: string;
  label: string;
}) {
  const { t } = useTranslation('people');
  const navigate = useNavigate();
  const element = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<MapState>('loading');
  const labels = useMemo(() => ({ zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut') }), [t]);

  useEffect(() => {
    let remove: (() => void) | null = null;
    let gone = false;
    import('./map-canvas.ts').then(
      ({ showPlaces }) => {
        if (gone || !element.current) return;
        remove = showPlaces(element.current, places, {
          tilesUrl,
          labels,
          follow: navigate,
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
  }, [places, tilesUrl, labels, navigate]);

  return (
    <MapFrame ref={element} state={state} label={label} instead={t('list.instead')} className="h-[26rem]" />
  );
}
