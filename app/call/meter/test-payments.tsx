import { createContext, useContext } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** Whether no money moves on this site: payments go to a sandbox, or to Stripe's test mode. */
export const TestPaymentsContext = createContext(false);

/** Says so beside amounts, as the site's pages do at their top, which a room does not have. */
export function TestPayments() {
  const { t } = useTranslation();
  return useContext(TestPaymentsContext) && <span className="text-white/70">{t('testPayments')}</span>;
}
