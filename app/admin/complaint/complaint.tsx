import { Alert } from '#app/components/ui/alert.tsx';
import { TextArea } from '#app/components/ui/text-area.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { formatAmount } from '#app/i18n/price.ts';
import { StreamNumbers } from '#app/streams/stream-numbers.tsx';
import { useLabels } from '../labels.ts';
import type { ComplaintPage } from './complaint.server.ts';

type ComplaintProps = { complaint: ComplaintPage; refusal: Refusal | undefined };

/** The measurements and payments of the call a complaint is about, and the decision. */
export function Complaint({ complaint, refusal }: ComplaintProps) {
  const { t, language, instant } = useLabels();
  const { currency, details, payments, isOpen, least, most } = complaint;
  const price = (minor: number) => formatAmount(minor, currency, language);
  const span = { least: price(least), most: price(most) };
  const form = formState(refusal, 'decide', {
    decided: t('complaint.amountWrong', span),
    reason: ({ kind, limit = 0 }) =>
      kind === 'tooLong' ? t('complaint.reasonLong', { max: limit }) : t('complaint.reasonMissing'),
  });
  return (
    <>
      <section aria-labelledby="call" className="grid max-w-2xl gap-5 border-t border-line pt-6">
        <h2 id="call" className="text-lg">
          {t('complaint.call')}
        </h2>
        <StreamNumbers details={details} />
      </section>
      <section aria-labelledby="payments" className="grid gap-3 border-t border-line pt-6">
        <h2 id="payments" className="text-lg">
          {t('complaint.payments')}
        </h2>
        <ul className="grid gap-2">
          {payments.map(({ id, status, captured, refunded, toCapture, captureAt, isDisputed }) => (
            <li key={id} className="grid gap-1">
              <LocaleLink to={`/admin/payment/${id}`} className="justify-self-start py-1 underline">
                {t(`choice.${status}`)}
              </LocaleLink>
              <span className="text-muted tabular-nums">
                {captured > 0
                  ? t('complaint.captured', { captured: price(captured), refunded: price(refunded) })
                  : status === 'HELD' &&
                    captureAt &&
                    t('complaint.due', {
                      due: price(toCapture ?? 0),
                      when: instant(captureAt.toISOString()),
                    })}
              </span>
              {isDisputed && <Alert tone="error">{t('complaint.disputed')}</Alert>}
            </li>
          ))}
        </ul>
      </section>
      {isOpen && (
        <section aria-labelledby="decide" className="grid gap-5 border-t border-line pt-6">
          <h2 id="decide" className="text-lg">
            {t('complaint.decide')}
          </h2>
          <PageForm
            form={form}
            submit={t('complaint.submit')}
            note={t('emails.both')}
            instead={{ WRONG_STATE: t('complaint.closed') }}
          >
            <p className="max-w-prose text-muted">{t('complaint.text')}</p>
            <TextField
              label={t('complaint.amount', { currency })}
              hint={t('complaint.amountHint', span)}
              inputMode="decimal"
              className="max-w-xs"
              {...form.text('decided')}
            />
            <TextArea
              label={t('complaint.reason')}
              hint={t('complaint.reasonHint')}
              rows={3}
              maxLength={1000}
              className="max-w-2xl"
              {...form.text('reason')}
            />
          </PageForm>
        </section>
      )}
    </>
  );
}
