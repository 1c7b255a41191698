import { createContext, useContext } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** Whether no money moves on this site: payments go to a sandbox, or to Stripe's test mode. */
export const TestPaymentsContext = createContext(false);

/** Note beside amounts that payments are a test; other pages say so at the top, which a room does not have. */
export function TestPayments() {
  const { t } = useTranslation();
  return useContext(TestPaymentsContext) && <span className="text-white/70">{t('testPayments')}</span>;
}
