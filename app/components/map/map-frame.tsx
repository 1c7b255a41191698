import { forwardRef } from 'react';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** `tilesFailed`: the map is there, some of its pictures are not. */
export type MapState = 'loading' | 'ready' | 'tilesFailed' | 'failed';

type MapFrameProps = {
  state: MapState;
  label: string;
  /** What to do without the map. */
  instead: string;
  className: string;
};

/** A map's place on the page, and what there is to say of it. Its size is the map's from the start. */
export const MapFrame = forwardRef<HTMLDivElement, MapFrameProps>(function MapFrame(
  { state, label, instead, className },
  ref,
) {
  const { t } = useTranslation('people');
  return (
    <div className="grid gap-2">
      {/* `isolate`: Leaflet stacks its parts up to 1000, which would cover our dialogs. */}
      <section
        aria-label={label}
        className={`relative isolate overflow-hidden rounded-lg border border-line bg-sunken ${className}`}
      >
        <div ref={ref} className="size-full" />
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
});
