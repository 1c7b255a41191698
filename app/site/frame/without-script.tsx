import { useLocation } from '@remix-run/react';
import { LANGUAGES, OWN_NAMES } from '#app/i18n/languages.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

const buttonClass = 'min-h-11 underline';

/** Functions otherwise only in the menu, for browsers without JavaScript. The others do not even load their code. */
export function WithoutScript() {
  return <noscript>{import.meta.env.SSR && <Forms />}</noscript>;
}

function Forms() {
  const { t, language } = useTranslation();
  const { pathname, search } = useLocation();
  const page = <input type="hidden" name="page" value={pathname + search} />;
  return (
    <div className="flex flex-wrap gap-6 pt-6">
      <form method="post" action="/language">
        {page}
        {LANGUAGES.filter((other) => other !== language).map((other) => (
          <button
            key={other}
            type="submit"
            name="language"
            value={other}
            lang={other}
            className={buttonClass}
          >
            {OWN_NAMES[other]}
          </button>
        ))}
      </form>
      <form method="post" action="/theme" className="flex gap-6">
        {page}
        <button type="submit" name="theme" value="light" className={buttonClass}>
          {t('menu.light')}
        </button>
        <button type="submit" name="theme" value="dark" className={buttonClass}>
          {t('menu.dark')}
        </button>
      </form>
    </div>
  );
}
