import { Alert } from '#app/components/ui/alert.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** For a link from a mail that works no longer. */
export function DeadLink() {
  const { t } = useTranslation('login');
  const { t: errorText } = useTranslation('errors');
  return (
    <>
      <Alert tone="error">{errorText('LINK_INVALID')}</Alert>
      <p>
        <LocaleLink to="/login" className="text-accent-text underline">
          {t('back')}
        </LocaleLink>
      </p>
    </>
  );
}
