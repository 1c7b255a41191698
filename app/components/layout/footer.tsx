import { useTranslation } from '#app/i18n/use-translation.ts';
import { Horizon } from './horizon.tsx';
import { Logo } from './logo.tsx';

export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className="page pt-20 pb-10">
      <Horizon className="w-full text-line" />
      <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 pt-8">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <Logo />
          <p className="text-muted">{t('footer.tagline')}</p>
        </div>
        <p className="text-sm text-muted tabular-nums">
          {t('footer.copyright', { year: String(new Date().getFullYear()) })}
        </p>
      </div>
    </footer>
  );
}
