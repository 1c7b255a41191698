import { useEffect, useMemo, useRef, useState } from 'react';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { MapOptions } from './canvas.ts';

/** `tilesFailed`: the map is shown, but some of its tiles are missing. */
type MapState = 'loading' | 'ready' | 'tilesFailed' | 'failed';

/**
 * Draws a map into an element, once Leaflet is loaded.
 * @returns a function that removes it
 */
export type DrawMap = (
  canvas: typeof import('./canvas.ts'),
  element: HTMLElement,
  options: MapOptions,
) => () => void;

type MapFrameProps = {
  /** Must be a stable function: a new one redraws the map. */
  draw: DrawMap;
  tilesUrl: string;
  label: string;
  /** Text that says what to do without the map. */
  instead: string;
  className: string;
};

/** A map with its loading and error states. The map's space is reserved from the start. */
export function MapFrame({ draw, tilesUrl, label, instead, className }: MapFrameProps) {
  const { t } = useTranslation('people');
  const element = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<MapState>('loading');
  const labels = useMemo(() => ({ zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut') }), [t]);

  useEffect(() => {
    let remove: (() => void) | null = null;
    let gone = false;
    import('./canvas.ts').then(
      (canvas) => {
        if (gone || !element.current) return;
        const onTilesFailed = () => setState('tilesFailed');
        remove = draw(canvas, element.current, { tilesUrl, labels, onTilesFailed });
        setState((before) => (before === 'loading' ? 'ready' : before));
      },
      () => setState('failed'),
    );
    return () => {
      gone = true;
      remove?.();
    };
  }, [draw, tilesUrl, labels]);

  return (
    <div className="grid gap-2">
      {/* `isolate`: Leaflet's z-index goes up to 1000, which would cover our dialogs. */}
      <section
        aria-label={label}
        className={`relative isolate overflow-hidden rounded-lg border border-line bg-sunken ${className}`}
      >
        <div ref={element} className="size-full" />
        {(state === 'loading' || state === 'failed') && (
          <p className="absolute inset-0 flex items-center justify-center gap-3 p-5 text-center text-muted">
            {state === 'loading' && <Spinner />}
            {state === 'loading' ? t('map.loading') : `${t('map.failed')} ${instead}`}
          </p>
        )}
        <noscript>
          <p className="absolute inset-0 grid place-content-center bg-sunken p-5 text-center text-muted">
            {t('map.noScript')} {instead}
          </p>
        </noscript>
      </section>
      <p role="status" className="text-sm text-muted empty:hidden">
        {state === 'tilesFailed' && `${t('map.tilesFailed')} ${instead}`}
      </p>
    </div>
  );
}
