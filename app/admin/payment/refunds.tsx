import { TextArea } from '#app/components/ui/text-area.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { formatAmount } from '#app/i18n/price.ts';
import { useLabels } from '../labels.ts';
import type { RefundsOf } from './refunds.server.ts';

type RefundsProps = { refunds: RefundsOf; refusal: Refusal | undefined };

/** The refunds of a payment, and a form for another. */
export function Refunds({ refunds: { currency, left, made }, refusal }: RefundsProps) {
  const { t, instant, language } = useLabels();
  const price = (minor: number) => formatAmount(minor, currency, language);
  const form = formState(refusal, 'refund', {
    amount: t('refund.amountWrong', { left: price(left) }),
    reason: ({ kind, limit = 0 }) =>
      kind === 'tooLong' ? t('refund.reasonLong', { max: limit }) : t('refund.reasonMissing'),
  });
  return (
    <section aria-labelledby="refunds" className="grid gap-5 border-t border-line pt-6">
      <h2 id="refunds" className="text-lg">
        {t('refund.title')}
      </h2>
      {made.length === 0 && <p className="text-muted">{t('refund.none')}</p>}
      <ul className="grid max-w-2xl divide-y divide-line">
        {made.map(({ id, createdAt, amount, reason, status }) => (
          <li key={id} className="grid gap-1 py-3">
            <p className="flex flex-wrap justify-between gap-x-4">
              <span>{instant(createdAt.toISOString())}</span>
              <span className="tabular-nums">{price(amount)}</span>
            </p>
            <p className="wrap-anywhere">{reason}</p>
            <p className="text-muted">{t(`refund.${status}`)}</p>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <PageForm
          key={made.length}
          form={form}
          submit={t('refund.submit')}
          note={t('emails.people')}
          variant="secondary"
        >
          <p className="max-w-prose text-muted">{t('refund.text')}</p>
          <TextField
            label={t('refund.amount', { currency })}
            inputMode="decimal"
            className="max-w-xs"
            {...form.text('amount')}
          />
          <TextArea
            label={t('refund.reason')}
            hint={t('refund.reasonHint')}
            rows={3}
            maxLength={500}
            className="max-w-2xl"
            {...form.text('reason')}
          />
        </PageForm>
      )}
    </section>
  );
}
