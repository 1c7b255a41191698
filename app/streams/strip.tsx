import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Kind, Stretch } from './strip.ts';

const ROWS: Kind[] = ['offered', 'attended', 'delivered'];
const COLOURS = { offered: 'fill-muted', attended: 'fill-muted', delivered: 'fill-accent' } as const;

/** A call over time: when a picture was sent, when the other person was there, and when it was delivered. */
export function Strip({ strip }: { strip: readonly Stretch[] }) {
  const { t } = useTranslation('streams');
  return (
    <figure className="grid gap-2">
      <figcaption className="text-sm text-muted">{t('strip.title')}</figcaption>
      <div className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-1 text-sm">
        {ROWS.map((kind) => (
          <div key={kind} className="contents">
            <span>{t(`strip.${kind}`)}</span>
            <svg
              role="img"
              aria-label={t('strip.share', { percent: Math.round(100 * shareOf(strip, kind)) })}
              viewBox="0 0 1 1"
              preserveAspectRatio="none"
              className="h-4 w-full bg-sunken"
            >
              {strip
                .filter((stretch) => stretch[kind] > 0)
                .map(({ from, to, [kind]: part }) => (
                  <rect
                    key={from}
                    className={COLOURS[kind]}
                    x={from}
                    width={to - from}
                    height="1"
                    fillOpacity={part}
                  />
                ))}
            </svg>
          </div>
        ))}
      </div>
    </figure>
  );
}

const shareOf = (strip: readonly Stretch[], kind: Kind): number =>
  strip.reduce((sum, { from, to, [kind]: part }) => sum + (to - from) * part, 0);
