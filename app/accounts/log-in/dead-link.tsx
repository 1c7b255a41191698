import { Alert } from '#app/components/ui/alert.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

/**
 * Shown for an emailed link that is used or expired.
 * @param askAgain path of the page that sends a new one
 */
export function DeadLink({ askAgain }: { askAgain: string }) {
  const { t } = useTranslation('login');
  const { t: errorText } = useTranslation('errors');
  return (
    <>
      <Alert tone="error">{errorText('LINK_INVALID')}</Alert>
      <p className="flex flex-wrap gap-3">
        <LocaleLink to={askAgain} className={buttonClass()}>
          {t('askAgain')}
        </LocaleLink>
        <LocaleLink to="/login" className={buttonClass({ variant: 'secondary' })}>
          {t('back')}
        </LocaleLink>
      </p>
    </>
  );
}
