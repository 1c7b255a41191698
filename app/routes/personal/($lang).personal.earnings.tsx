import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Section } from '#app/components/page/section.tsx';
import { requireUser } from '#app/http/viewers/guards.server.ts';
import type { PageHandle } from '#app/i18n/handle.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { formatAmount } from '#app/i18n/price.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { personalMeta } from '#app/site/personal-meta.ts';
import { readEarnings } from '#app/streams/earnings.server.ts';
import { Earnings } from '#app/streams/earnings.tsx';

export const handle: PageHandle = { i18n: ['streams'] };

export const meta = personalMeta('nav.earnings');

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await requireUser(request);
  return { ...(await readEarnings(viewer)), isStreamer: viewer.authorities.has('STREAM') };
}

/** What a streamer has earned: in all, and week by week. */
export default function EarningsPage() {
  const { total, deliveredMs, sums, weeks, isStreamer } = useLoaderData<typeof loader>();
  const { t, language } = useTranslation('streams');
  if (total === 0 && sums.length === 0)
    return (
      <div className="grid max-w-2xl gap-4">
        <h1 className="text-3xl">{t('title')}</h1>
        <p className="text-muted">{t(isStreamer ? 'none' : 'forStreamers')}</p>
        {isStreamer && (
          <p>
            <LocaleLink to="/personal/availability" className="py-2.5 text-accent-text underline">
              {t('offer')}
            </LocaleLink>
          </p>
        )}
      </div>
    );
  return (
    <>
      <h1 className="pb-2 text-3xl">{t('title')}</h1>
      <Section title={t('totals.title')}>
        <dl className="grid gap-3 sm:grid-cols-3 [&_dd]:text-xl [&_dd]:font-semibold [&_dd]:tabular-nums [&_dt]:text-sm [&_dt]:text-muted">
          <div>
            <dt>{t('totals.streams')}</dt>
            <dd>{total}</dd>
          </div>
          <div>
            <dt>{t('totals.delivered')}</dt>
            <dd>{formatSeconds(Math.floor(deliveredMs / 1000))}</dd>
          </div>
          <div>
            <dt>{t('totals.earned')}</dt>
            {sums.length === 0 && <dd>{t('totals.nothing')}</dd>}
            {sums.map(({ currency, earned }) => (
              <dd key={currency}>{formatAmount(earned, currency, language)}</dd>
            ))}
          </div>
        </dl>
        <p className="text-muted">{t('totals.text')}</p>
      </Section>
      {weeks.length > 0 && (
        <Section title={t('weeks.title')}>
          {weeks.map((of) => (
            <Earnings key={of.currency} {...of} />
          ))}
        </Section>
      )}
    </>
  );
}
