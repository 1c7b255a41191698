import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Extending } from './use-extension.ts';

/** Lets the payer extend a requested call by one press, or opens the page of the bank that asks for confirmation. */
export function Extend({ extending }: { extending: Extending }) {
  const { t, language } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  const { offer, waits, bank, busy, refused, extend } = extending;
  const values = offer && {
    count: offer.minutes,
    amount: formatAmount(offer.amount, offer.currency, language),
  };
  return (
    <div
      data-testid="extend"
      className="pointer-events-auto grid max-w-full justify-items-center gap-2 rounded-lg bg-ink/90 px-4 py-3 text-center text-sm"
    >
      <p role="status" className="text-balance empty:hidden">
        {waits && !refused && t('meter.extend.bank')}
      </p>
      <p role="alert" className="text-balance empty:hidden">
        {refused && (refused === 'CARD_REFUSED' ? t('meter.extend.refused') : errorText(refused))}
      </p>
      {bank ? (
        <a href={bank} target="_blank" rel="noreferrer" className={buttonClass()}>
          {t('meter.extend.toBank')}
        </a>
      ) : (
        values && (
          <>
            <Button busy={busy} onClick={() => void extend()}>
              {t('meter.extend.by', values)}
            </Button>
            <p className="text-white/70">{t('meter.extend.held')}</p>
          </>
        )
      )}
    </div>
  );
}
