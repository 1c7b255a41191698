import { Gift, type LucideIcon, Orbit, UserRoundX } from 'lucide-react';
import { buttonClass } from '#app/components/ui/button.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

export function Facts() {
  const { t } = useTranslation('home');
  return (
    <section aria-labelledby="facts" className="page pt-16 sm:pt-20">
      <h2 id="facts" className="sr-only">
        {t('facts.title')}
      </h2>
      <ul className="grid gap-10 sm:grid-cols-3 sm:gap-8 lg:gap-16">
        <Fact Icon={Gift} title={t('facts.free.title')} text={t('facts.free.text')} />
        <Fact Icon={UserRoundX} title={t('facts.account.title')} text={t('facts.account.text')} />
        <Fact Icon={Orbit} title={t('facts.camera.title')} text={t('facts.camera.text')} />
      </ul>
    </section>
  );
}

function Fact({ Icon, title, text }: { Icon: LucideIcon; title: string; text: string }) {
  return (
    <li className="grid content-start gap-2">
      <Icon aria-hidden size={28} strokeWidth={1.75} className="mb-2 text-accent-text" />
      <h3 className="text-xl">{title}</h3>
      <p className="text-muted">{text}</p>
    </li>
  );
}

export function Needs() {
  const { t } = useTranslation('home');
  return (
    <section
      aria-labelledby="need"
      className="page grid gap-8 pt-20 sm:pt-28 lg:grid-cols-[1fr_2fr] lg:gap-16"
    >
      <h2 id="need" className="text-3xl">
        {t('need.title')}
      </h2>
      <dl className="grid">
        <Need title={t('need.connection.title')} text={t('need.connection.text')} />
        <Need title={t('need.browser.title')} text={t('need.browser.text')} />
        <Need title={t('need.device.title')} text={t('need.device.text')} />
      </dl>
    </section>
  );
}

/** Leads to what is paid, which the rest of the page is not about. */
export function Visit() {
  const { t } = useTranslation('home');
  return (
    <section
      aria-labelledby="visit"
      className="page grid gap-4 pt-20 sm:pt-28 lg:grid-cols-[1fr_2fr] lg:gap-16"
    >
      <h2 id="visit" className="text-3xl">
        {t('visit.title')}
      </h2>
      <div className="grid max-w-prose justify-items-start gap-6">
        <p>{t('visit.text')}</p>
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <LocaleLink to="/user" className={buttonClass({ variant: 'secondary' })}>
            {t('visit.find')}
          </LocaleLink>
          <LocaleLink to="/earn-money" className="link">
            {t('visit.earn')}
          </LocaleLink>
        </p>
      </div>
    </section>
  );
}

function Need({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid gap-x-8 gap-y-1 border-t border-line py-6 last:border-b sm:grid-cols-[14rem_1fr]">
      <dt className="font-semibold">{title}</dt>
      <dd className="max-w-prose text-muted">{text}</dd>
    </div>
  );
}
