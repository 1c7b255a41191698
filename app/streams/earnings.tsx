import { shortestDateIn } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Weeks } from './weeks.ts';

/** Earnings per week: a table whose rows are the bars of a plot. */
export function Earnings({ currency, weeks }: Weeks) {
  const { t, language } = useTranslation('streams');
  const most = Math.max(...weeks.map(({ earned }) => earned));
  return (
    <table className="w-full border-collapse text-left">
      <caption className="pb-2 text-left text-muted">{t('weeks.in', { currency })}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('weeks.week')}</th>
          <th scope="col">{t('weeks.earned')}</th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ monday, earned }) => (
          <tr key={monday.getTime()} className="align-middle">
            <th scope="row" className="w-0 py-1 pr-4 font-normal whitespace-nowrap">
              {shortestDateIn(monday.getTime(), 'UTC', language)}
            </th>
            <td className="flex items-center gap-2 py-1">
              <svg aria-hidden="true" className="h-5 w-0 flex-1">
                <rect className="fill-accent" width={`${(100 * earned) / most}%`} height="100%" rx="3" />
              </svg>
              <span className="min-w-20 text-right tabular-nums">
                {formatAmount(earned, currency, language)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
