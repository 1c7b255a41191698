import { LocaleLink } from '#app/i18n/locale.tsx';
import { dateIn, dayIn, timeIn } from '#app/i18n/moments.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { OwnCall } from './own-calls.server.ts';

type CallListProps = {
  calls: readonly OwnCall[];
  /** The viewer's. */
  timeZone: string;
  /** They are to come or go on: their days are named without the year. */
  areOpen?: boolean;
};

/** Calls of any kind, each with its state, what it costs, and its complaint, review and receipt. */
export function CallList({ calls, ...rest }: CallListProps) {
  return (
    <ul className="divide-y divide-line">
      {calls.map((call) => (
        <CallItem key={call.id} call={call} {...rest} />
      ))}
    </ul>
  );
}

type CallItemProps = Omit<CallListProps, 'calls'> & { call: OwnCall };

function CallItem({ call, timeZone, areOpen }: CallItemProps) {
  const { t, language } = useTranslation('streams');
  const reader = useReader();
  const { t: bookingText } = useTranslation('bookings');
  const { kind, state, ending, startAt, endAt, lengthMs, page, profile, cost } = call;
  const name = t('with', { name: call.name ?? t('gone') });
  const to = page ?? (profile && `/user/${profile}`);
  const time = (at: Date) => timeIn(at.getTime(), timeZone, reader);
  const day = (areOpen ? dayIn : dateIn)(startAt.getTime(), timeZone, language);
  const when = `${day}, ${time(startAt)}${endAt ? `–${time(endAt)}` : ''}`;
  const length = lengthMs ? formatSeconds(Math.floor(lengthMs / 1000)) : null;
  return (
    <li className="grid gap-1 py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        {to ? (
          <LocaleLink
            to={to}
            prefetch="intent"
            aria-label={`${name}, ${when}`}
            className="py-1 font-semibold underline wrap-anywhere"
          >
            {name}
          </LocaleLink>
        ) : (
          <span className="py-1 font-semibold wrap-anywhere">{name}</span>
        )}
        <span className="text-sm">{t(`calls.state.${state}`)}</span>
      </p>
      <p className="text-muted tabular-nums first-letter:uppercase">
        {when}
        {` · ${t(`calls.kind.${kind}`)}`}
        {length && ` · ${t(cost ? 'delivered' : 'calls.lasted', { time: length })}`}
      </p>
      {ending && <p className="text-muted">{bookingText(`bookings.reason.${ending}`)}</p>}
      {state === 'SETTLING' ? (
        <p>{t('calls.settling')}</p>
      ) : (
        <p className="tabular-nums">
          {cost ? <CostText cost={cost} timeZone={timeZone} /> : t('calls.cost.free')}
        </p>
      )}
      <CallLinks call={call} timeZone={timeZone} about={`${name}, ${when}`} />
    </li>
  );
}

type CostTextProps = { cost: NonNullable<OwnCall['cost']>; timeZone: string };

function CostText({ cost, timeZone }: CostTextProps) {
  const { t, language } = useTranslation('streams');
  const { about, amount, of, refunded, currency, at } = cost;
  return t(`calls.cost.${about}`, {
    amount: formatAmount(amount, currency, language),
    of: formatAmount(of, currency, language),
    refunded: formatAmount(refunded, currency, language),
    date: at ? dateIn(at.getTime(), timeZone, language) : '',
  });
}

type CallLinksProps = {
  call: OwnCall;
  timeZone: string;
  /** The call in words, as several of them have the same links. */
  about: string;
};

/** What can be looked up or done about a call. */
function CallLinks({ call, timeZone, about }: CallLinksProps) {
  const { t, language } = useTranslation('streams');
  const { page, profile, complaint, stars, hasReceipt } = call;
  const links: [to: string, text: string][] = [];
  if (page && complaint)
    links.push([
      `${page}#complaint`,
      'status' in complaint
        ? t(`calls.complaint.${complaint.status}`)
        : t('calls.complain', { date: dateIn(complaint.until.getTime(), timeZone, language) }),
    ]);
  if (profile && stars !== undefined)
    links.push([
      `/user/${profile}#own-review`,
      stars === null ? t('calls.review') : t('calls.reviewed', { count: stars }),
    ]);
  if (page && hasReceipt) links.push([`${page}#payment`, t('calls.receipt')]);
  if (links.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-5">
      {links.map(([to, text]) => (
        <LocaleLink
          key={to}
          to={to}
          aria-label={`${text}: ${about}`}
          className="py-1.5 text-accent-text underline"
        >
          {text}
        </LocaleLink>
      ))}
    </p>
  );
}
