import { LocaleLink } from '#app/i18n/locale.tsx';
import { formatAmount } from '#app/i18n/price.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { StreamDetails } from './own-streams.server.ts';
import { Strip } from './strip.tsx';

/** A call's counted times, in total and over time, as both of its people see them. */
export function StreamNumbers({ details: { stream, strip } }: { details: StreamDetails }) {
  const { t, language } = useTranslation('streams');
  const { deliveredMs, offeredMs, attendedMs, missedMs, outcome, endedAt, isOver } = stream;
  const { charge, currency, isProducer, earned } = stream;
  const price = (minor: number) => formatAmount(minor, currency, language);
  const amount = price(charge ?? 0);
  const charged = isProducer && charge ? t('numbers.yours', { amount, earned: price(earned ?? 0) }) : amount;
  const time = (ms: number) => formatSeconds(Math.floor(ms / 1000));
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 sm:grid-cols-2 [&_dd]:tabular-nums [&_dt]:text-sm [&_dt]:text-muted">
        <div>
          <dt>{t('numbers.delivered')}</dt>
          <dd>{time(deliveredMs)}</dd>
        </div>
        <div>
          <dt>{t('numbers.offered')}</dt>
          <dd>{time(offeredMs)}</dd>
        </div>
        <div>
          <dt>{t('numbers.attended')}</dt>
          <dd>{time(attendedMs)}</dd>
        </div>
        {missedMs > 0 && (
          <div>
            <dt>{t('numbers.missed')}</dt>
            <dd>{time(missedMs)}</dd>
          </div>
        )}
        {outcome && (
          <div>
            <dt>{t('numbers.outcome')}</dt>
            <dd>{t(`outcome.${outcome}`)}</dd>
          </div>
        )}
        <div>
          <dt>{t('numbers.charge')}</dt>
          <dd>{endedAt ? charged : t(isOver ? 'over' : 'open')}</dd>
        </div>
      </dl>
      {strip.length > 0 && <Strip strip={strip} />}
      {stream.endedAt && stream.reviewable && (
        <p>
          <LocaleLink
            to={`/user/${stream.reviewable}#own-review`}
            className="py-2.5 text-accent-text underline"
          >
            {t('review')}
          </LocaleLink>
        </p>
      )}
    </div>
  );
}
