import { useMemo } from 'react';
import type { CallsOverTime } from '#app/call-health/over-time.server.ts';
import { SPANS, type Span } from '#app/call-health/spans.ts';
import { Plot } from '#app/components/plot/plot.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';
import { callFormats } from './call-formats.ts';

const MARKS: number[] = [];

/** Number, success and quality of calls over a day, a month or a year. */
export function Calls({ calls, span }: { calls: CallsOverTime; span: Span }) {
  const { t, reader } = useLabels();
  const formats = useMemo(() => callFormats(reader, span), [reader, span]);
  const plots = useMemo(() => {
    const times = calls.map(({ at }) => at);
    const line = (label: string, values: (number | null)[]) => ({ label, values });
    return [
      {
        ...{ title: t('calls.calls'), times, bars: true, format: formats.count, step: 1 },
        lines: [
          line(
            t('calls.calls'),
            calls.map((part) => part.calls),
          ),
        ],
      },
      {
        ...{ title: t('calls.success'), times, format: formats.share, step: 0.001 },
        lines: [
          line(
            t('calls.success'),
            calls.map(({ success }) => success),
          ),
        ],
      },
      {
        ...{ title: t('calls.trouble'), times, format: formats.share, step: 0.001 },
        lines: [
          line(
            t('calls.loss'),
            calls.map(({ loss }) => loss),
          ),
          line(
            t('calls.frozen'),
            calls.map(({ frozen }) => frozen),
          ),
        ],
      },
    ];
  }, [calls, t, formats]);
  const maybe = (value: number | null) => (value === null ? '–' : formats.share(value));
  return (
    <section aria-labelledby="calls" className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="calls" className="text-xl">
          {t('calls.title')}
        </h2>
        <nav aria-label={t('calls.span')} className="-my-3 flex gap-4 text-sm">
          {SPANS.map((other) => (
            <LocaleLink
              key={other}
              to={`/admin?span=${other}`}
              preventScrollReset
              aria-current={other === span ? 'page' : undefined}
              className="py-3 underline underline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:no-underline"
            >
              {t(`calls.${other}`)}
            </LocaleLink>
          ))}
        </nav>
      </div>
      <p className="text-sm text-muted">{t('calls.utc')}</p>
      <div className="grid min-w-0 gap-4 xl:grid-cols-3 [&>*]:min-w-0">
        {plots.map((plot) => (
          <Plot
            key={plot.title}
            {...plot}
            marks={MARKS}
            timeZone="UTC"
            formatTime={formats.time}
            failed={t('calls.failed')}
          />
        ))}
      </div>
      <details>
        <summary className="cursor-pointer py-2.5 text-sm underline">{t('calls.table')}</summary>
        <table className="text-sm tabular-nums [&_:is(td,th)]:px-3 [&_:is(td,th)]:py-1 [&_:is(td,th)]:text-start">
          <thead>
            <tr>
              <th scope="col">{t('calls.from')}</th>
              <th scope="col">{t('calls.calls')}</th>
              <th scope="col">{t('calls.success')}</th>
              <th scope="col">{t('calls.loss')}</th>
              <th scope="col">{t('calls.frozen')}</th>
            </tr>
          </thead>
          <tbody>
            {calls.map((part) => (
              <tr key={part.at} className="border-t border-line">
                <th scope="row" className="font-normal">
                  {formats.time(part.at)}
                </th>
                <td>{formats.count(part.calls)}</td>
                <td>{maybe(part.success)}</td>
                <td>{maybe(part.loss)}</td>
                <td>{maybe(part.frozen)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
