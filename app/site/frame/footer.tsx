import { Horizon } from '#app/components/page/horizon.tsx';
import { Logo, Mark } from '#app/components/page/logo.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useRootData } from '../root-data.ts';
import { WithoutScript } from './without-script.tsx';

const linkClass = 'inline-flex min-h-11 items-center hover:underline sm:min-h-8';

export function Footer() {
  const { t, language } = useTranslation();
  const links = useRootData()?.links;
  const pages = [
    ['/blog', t('menu.blog')],
    ['/help', t('footer.help')],
    ['/contact-us', t('menu.contact')],
    ['/user', t('sections.streamers')],
    ['/earn-money', t('footer.earn')],
    ...(links?.legal ?? []),
  ] as const;
  return (
    <footer className="page pt-20 pb-10">
      <Horizon className="w-full text-line" />
      <div className="flex flex-wrap justify-between gap-10 pt-8">
        <div className="grid content-start gap-4">
          <Logo />
          <p className="text-muted">{t('footer.tagline')}</p>
          <ul aria-label={t('footer.apps')} className="flex flex-wrap gap-3 pt-2 empty:hidden">
            {links?.stores.map(({ name, href }) => (
              <li key={name}>
                <a
                  href={href.replaceAll('{language}', language)}
                  rel="noopener"
                  className="flex items-center gap-2.5 rounded-md border border-line-strong px-3 py-1.5 hover:bg-sunken"
                >
                  <Mark className="size-6" />
                  <span className="grid leading-tight">
                    <span className="text-xs text-muted">{t('footer.appFor')}</span>
                    <span className="font-semibold">{name}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
        <nav aria-label={t('footer.pages')}>
          <ul className="grid grid-cols-2 gap-x-10 sm:gap-y-1">
            {pages.map(([to, label]) => (
              <li key={to}>
                <LocaleLink to={to} className={linkClass}>
                  {label}
                </LocaleLink>
              </li>
            ))}
          </ul>
        </nav>
        <ul aria-label={t('footer.social')} className="grid content-start empty:hidden sm:gap-1">
          {links?.social.map(({ name, href }) => (
            <li key={name}>
              <a href={href} rel="noopener me" className={linkClass}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <WithoutScript />
      <p className="pt-10 text-sm text-muted tabular-nums">
        {t('footer.copyright', { year: String(new Date().getFullYear()) })}
      </p>
    </footer>
  );
}
