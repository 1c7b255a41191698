import { Mark } from '#app/components/page/logo.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { OUTCOME } from '#app/components/ui/outcome.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

type SentProps = { kind: 'CONTACT' | 'DEMO'; answerable: boolean; signedIn: boolean };

/** Replaces the form once the message is stored. */
export function Sent({ kind, answerable, signedIn }: SentProps) {
  const { t } = useTranslation('contact');
  return (
    <div {...OUTCOME} role="status" className="grid justify-items-center gap-4 py-10 text-center">
      <Mark className="size-20 text-line-strong" />
      <h1 className="mt-4 text-3xl sm:text-4xl">{t('sent.title')}</h1>
      <p className="max-w-prose text-muted">{t(answerable ? `sent.${kind}` : 'sent.unanswerable')}</p>
      <div className="flex flex-wrap justify-center gap-3 pt-4">
        {signedIn && (
          <LocaleLink to="/personal/inquiry" className={buttonClass()}>
            {t('sent.inquiries')}
          </LocaleLink>
        )}
        <LocaleLink
          to={kind === 'DEMO' ? '/contact-us?demo' : '/contact-us'}
          className={buttonClass({ variant: 'secondary' })}
        >
          {t('sent.another')}
        </LocaleLink>
        <LocaleLink to="/" className={buttonClass({ variant: 'secondary' })}>
          {t('sent.home')}
        </LocaleLink>
      </div>
    </div>
  );
}
