import { Form } from '@remix-run/react';
import { Button } from '#app/components/ui/button.tsx';
import { Noted } from '#app/components/ui/noted.tsx';
import { RefusedButton } from '#app/forms/page-form.tsx';
import type { Refusal } from '#app/forms/refusal.ts';
import { formatAmount } from '#app/i18n/price.ts';
import type { Approval } from '#app/payments/holds/approval.server.ts';
import { useLabels } from '../labels.ts';

/** Decision whether a suspended streamer's call is charged. */
export function PaymentApproval({ approval, refusal }: { approval: Approval; refusal: Refusal | undefined }) {
  const { t, instant, language } = useLabels();
  const { due, currency, until } = approval;
  const amount = formatAmount(due, currency, language);
  return (
    <section aria-labelledby="approval" className="grid gap-3 border-t border-line pt-6">
      <h2 id="approval" className="text-lg">
        {t('approval.title')}
      </h2>
      <p className="max-w-prose text-muted">
        {until
          ? t('approval.until', { amount, when: instant(until.toISOString()) })
          : t('approval.text', { amount })}
      </p>
      <RefusedButton refusal={refusal} intents={['payOut', 'chargeNothing']} />
      <Form method="post" preventScrollReset className="flex flex-wrap gap-3">
        <Noted note={t('emails.receipts')}>
          {(id) => (
            <Button type="submit" name="intent" value="payOut" variant="secondary" aria-describedby={id}>
              {t('approval.payOut')}
            </Button>
          )}
        </Noted>
        <Button type="submit" name="intent" value="chargeNothing" variant="secondary">
          {t('approval.chargeNothing')}
        </Button>
      </Form>
    </section>
  );
}
