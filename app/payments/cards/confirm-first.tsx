import { useRevalidator } from '@remix-run/react';
import { useEffect } from 'react';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type ConfirmFirstProps = {
  /** The viewer's address, which is not confirmed. */
  email: string;
  /** Path of this page with what was chosen on it, with its language: the emailed link leads back there. */
  back: string;
  /** Whether a link was just sent. */
  sent: boolean;
  refusal: Refusal | undefined;
};

/**
 * Takes the place of a form that takes time or holds money, until the viewer's address is confirmed: after that the clock
 * for paying would run. Needs the namespaces `payments` and `errors`.
 */
export function ConfirmFirst({ email, back, sent, refusal }: ConfirmFirstProps) {
  const { t } = useTranslation('payments');
  const { revalidate } = useRevalidator();
  // The link may have been opened in another tab.
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && revalidate();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [revalidate]);
  return (
    <div className="grid max-w-2xl gap-4">
      <p className="font-semibold">{t('confirmFirst.title')}</p>
      <p className="wrap-anywhere">{t('confirmFirst.text', { email })}</p>
      <PageForm
        form={formState(refusal, 'confirm', {})}
        submit={t(sent ? 'confirmFirst.again' : 'confirmFirst.send')}
        done={sent && t('confirmFirst.sent')}
        instead={{ RATE_LIMITED: t('tooMany') }}
        unguarded
      >
        <input type="hidden" name="back" value={back} />
      </PageForm>
      <p>
        <a href={back} className="py-2.5 text-accent-text underline">
          {t('confirmFirst.confirmed')}
        </a>
      </p>
    </div>
  );
}
