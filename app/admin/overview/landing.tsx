import type { Span } from '#app/call-health/spans.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { formatAmount } from '#app/i18n/price.ts';
import { FirstSteps } from '../first-steps/first-steps.tsx';
import { useLabels } from '../labels.ts';
import { RowsTable } from '../list/rows-table.tsx';
import type { Waiting } from '../navigation/waiting.server.ts';
import { Calls } from './calls.tsx';
import { Demo, DemoDeleted } from './demo.tsx';
import type { Latest, Overview } from './overview.server.ts';

/** The administration's start page: totals and the latest rows. */
export function Landing({
  overview,
  waiting,
  span,
  done,
}: {
  overview: Overview;
  waiting: Waiting;
  span: Span;
  done: boolean;
}) {
  const { t, zone, language } = useLabels();
  const { counts, liveRooms, approvals, latest, calls } = overview;
  const [inquiries, rooms] = latest;
  return (
    <div className="grid gap-8">
      <h1 className="text-2xl">{t('title')}</h1>
      {done && <DemoDeleted />}
      <FirstSteps steps={overview.steps} />
      <section aria-label={t('landing.counts')}>
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
          {counts.map(({ section, count }) => (
            <li key={section}>
              <LocaleLink
                to={`/admin/${section}`}
                className="grid rounded-lg border border-line bg-raised px-4 py-3 no-underline hover:bg-sunken"
              >
                <span className="text-2xl font-semibold tabular-nums">{count}</span>
                <span className="text-muted">{t(`section.${section}`)}</span>
              </LocaleLink>
            </li>
          ))}
        </ul>
      </section>
      {waiting.complaint > 0 && (
        <p>
          <LocaleLink to="/admin/complaint?sort=-status" className="-my-3 py-3 underline underline-offset-2">
            {t('landing.complaints', { count: waiting.complaint })}
          </LocaleLink>
        </p>
      )}
      {waiting.subscription > 0 && (
        <p>
          <LocaleLink to="/admin/subscription" className="-my-3 py-3 underline underline-offset-2">
            {t('landing.streamerRequests', { count: waiting.subscription })}
          </LocaleLink>
        </p>
      )}
      {waiting.dispute > 0 && (
        <p>
          <LocaleLink to="/admin/dispute" className="-my-3 py-3 underline underline-offset-2">
            {t('landing.disputes', { count: waiting.dispute })}
          </LocaleLink>
        </p>
      )}
      {approvals.map(({ id, due, currency }) => (
        <p key={id}>
          <LocaleLink to={`/admin/payment/${id}`} className="-my-3 py-3 underline underline-offset-2">
            {t('landing.approval', { amount: formatAmount(due ?? 0, currency, language) })}
          </LocaleLink>
        </p>
      ))}
      <Calls calls={calls} span={span} />
      <div className="grid gap-8 2xl:grid-cols-2">
        {inquiries && (
          <LatestRows
            latest={inquiries}
            title={t('landing.inquiries')}
            note={t('landing.unanswered', { count: waiting.inquiry })}
            noteTo="/admin/inquiry?answeredAt=no"
          />
        )}
        {rooms && (
          <LatestRows
            latest={rooms}
            title={t('landing.rooms')}
            note={t('landing.live', { count: liveRooms })}
            noteTo="/admin/channel?status=STARTED"
          />
        )}
      </div>
      {overview.hasDemo && <Demo />}
      <p className="text-sm text-muted">{t('list.zone', { zone })}</p>
    </div>
  );
}

type LatestRowsProps = { latest: Latest; title: string; note: string; noteTo: string };

function LatestRows({ latest, title, note, noteTo }: LatestRowsProps) {
  const { t } = useLabels();
  return (
    <section className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-xl">{title}</h2>
        <LocaleLink to={noteTo} className="-my-3 py-3 text-sm underline underline-offset-2">
          {note}
        </LocaleLink>
      </div>
      {latest.rows.length > 0 ? (
        <RowsTable {...latest} caption={title} />
      ) : (
        <p className="text-muted">{t(`empty.${latest.section}`)}</p>
      )}
    </section>
  );
}
