import type { Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { BOOKING_INPUT, CancelForm } from '../booking/cancel.tsx';
import { useLabels } from '../labels.ts';
import { RowsTable } from '../list/rows-table.tsx';
import { titleInWords } from '../titles/in-words.ts';
import type { Related, RelatedRows } from './related.server.ts';

/** Filters of the lists with all of a user's rows, by the side they are on. */
const SIDES = {
  booking: ['consumerId', 'producerId'],
  payment: ['payerId', 'payeeId'],
  channel: ['hostUserId', 'guestUserId'],
} as const satisfies Record<RelatedRows['section'], readonly string[]>;

type RelatedProps = { related: Related; username: string; refusal: Refusal | undefined };

/** A user's latest bookings, payments and rooms, links to all of them, and forms that cancel bookings. */
export function RelatedToUser({ related: { latest, cancellable }, username, refusal }: RelatedProps) {
  const { t } = useLabels();
  return latest.map((rows) => (
    <section key={rows.section} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-5">
        <h2 className="text-lg">{t(`section.${rows.section}`)}</h2>
        <ul className="flex flex-wrap gap-x-5 text-sm">
          {SIDES[rows.section].map((side) => (
            <li key={side}>
              <LocaleLink
                to={`/admin/${rows.section}?${new URLSearchParams({ [side]: username })}`}
                className="inline-block py-2.5 underline underline-offset-2"
              >
                {t(`related.${side}`)}
              </LocaleLink>
            </li>
          ))}
        </ul>
      </div>
      {rows.rows.length > 0 ? (
        <RowsTable {...rows} caption={t(`section.${rows.section}`)} />
      ) : (
        <p className="text-muted">{t('related.none')}</p>
      )}
      {rows.section === 'booking' && <Cancellations cancellable={cancellable} refusal={refusal} />}
    </section>
  ));
}

type CancellationsProps = { cancellable: Related['cancellable']; refusal: Refusal | undefined };

function Cancellations({ cancellable, refusal }: CancellationsProps) {
  const labels = useLabels();
  const refused = refusal?.typed[BOOKING_INPUT]?.[0];
  return cancellable.map(({ id, title }) => (
    <details key={id} open={refused === id} className="rounded-lg border border-line">
      <summary className="cursor-pointer px-4 py-2.5">
        {labels.t('related.cancel', { booking: titleInWords(title, labels) })}
      </summary>
      <div className="px-4 pb-4">
        <CancelForm refusal={refused === id ? refusal : undefined} bookingId={id} />
      </div>
    </details>
  ));
}
