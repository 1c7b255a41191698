import type { Language } from '#app/i18n/languages.ts';
import { siteName } from '#app/i18n/site-name.ts';
import { translator } from '#app/i18n/translate.ts';
import { escaped } from '#app/platform/mail/escaped.ts';
import styles from '#app/styles/app.css?url';
import en from '#locales/en/offline.json' with { type: 'json' };
import es from '#locales/es/offline.json' with { type: 'json' };
import { iconBytes } from './icons.server.ts';
import { ownStyle } from './own-style.server.ts';

const TEXTS = { en: translator<'offline'>('en', en), es: translator<'offline'>('es', es) };

const MARK =
  '<svg aria-hidden="true" viewBox="0 0 32 32" fill="none" stroke-width="2.5" class="size-20 text-line-strong"><circle cx="16" cy="16" r="12.75" stroke="currentColor"/><path d="M3.4 17.6c7 4.9 18.2 4.9 25.2 0" class="stroke-accent"/></svg>';

/**
 * HTML of the page shown without a network: self-contained, without scripts or data. The link with an empty
 * URL reloads the requested page.
 * @param nonce of the response's Content-Security-Policy, with which it is cached
 */
export async function offlinePage(language: Language, nonce: string): Promise<string> {
  const style = await ownStyle();
  const logo = await iconBytes('logo.png');
  const t = TEXTS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${t('title')} · ${escaped(siteName())}</title>
<link rel="stylesheet" href="${styles}">
${style && `<style nonce="${nonce}">${style}</style>`}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<main class="mx-auto grid w-full max-w-[840px] justify-items-center gap-4 px-5 py-20 text-center sm:py-28">
${logo ? `<img src="data:image/png;base64,${logo.toString('base64')}" alt="" class="size-20 object-contain">` : MARK}
<h1 class="mt-4 text-3xl sm:text-4xl">${t('title')}</h1>
<p class="max-w-prose text-muted">${escaped(t('text'))}</p>
<a href="" class="mt-4 inline-flex min-h-11 items-center justify-center rounded-full border border-line-strong px-5 py-2 font-semibold hover:bg-sunken">${t('retry')}</a>
</main>
</body>
</html>
`;
}
