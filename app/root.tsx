import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
} from '@remix-run/react';
import { type ReactNode, useEffect } from 'react';
import { headerUser } from '#app/accounts/sessions/signed-in.server.ts';
import { NOTE_CLICKS } from '#app/components/page/early-click.ts';
import { Sender } from '#app/forms/sender.ts';
import { NOT_REACHED } from '#app/http/answers/failure.ts';
import { twelveHourLanguages } from '#app/http/clock.server.ts';
import { originOf } from '#app/http/origin.server.ts';
import { pageViewer } from '#app/http/viewers/guards.server.ts';
import { stripeMode } from '#app/payments/stripe/client.server.ts';
import { env } from '#app/platform/env.server.ts';
import { openCall } from '#app/rooms/open-call.server.ts';
import { ErrorPage } from '#app/site/error-page.tsx';
import { Alternates } from '#app/site/frame/alternates.tsx';
import { Frame } from '#app/site/frame/frame.tsx';
import { sessionEnd } from '#app/site/frame/session-end.ts';
import { useIsRoom } from '#app/site/frame/use-is-room.ts';
import { siteLinks } from '#app/site/links.server.ts';
import { useNonce } from '#app/site/nonce.ts';
import { ownStyle } from '#app/site/own-style.server.ts';
import { type RootData, useRootData } from '#app/site/root-data.ts';
import { chosenTheme } from '#app/site/theme.server.ts';
import { inLanguage, languageOfPath } from './i18n/languages.ts';
import { useLanguage } from './i18n/locale.tsx';
import { siteName, titled } from './i18n/site-name.ts';
import { translation } from './i18n/use-translation.ts';
import styles from './styles/app.css?url';
import interFont from './styles/inter/latin.woff2?url';

export const links: LinksFunction = () => [
  { rel: 'preload', href: interFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.png', type: 'image/png', sizes: '48x48' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const viewer = await pageViewer(request);
  return {
    origin: originOf(request),
    theme: await chosenTheme(request),
    style: await ownStyle(),
    links: await siteLinks(languageOfPath(new URL(request.url).pathname)),
    twelveHours: twelveHourLanguages(request),
    signedIn: await headerUser(viewer),
    call: await openCall(viewer),
    timeoutMs: env.API_TIMEOUT_MS,
    testPayments: stripeMode !== null && stripeMode !== 'LIVE',
  } satisfies RootData;
}

/**
 * Navigation does not change the root's data, except the link back into a call that was left. A form may log someone in
 * or out, or change the theme; an upload, which reloads the page's data, may change the avatar. If reloading fails, the
 * old data are kept.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  actionStatus,
  actionResult,
  currentUrl,
  nextUrl,
}) => {
  if (sessionEnd.known) return true;
  const isSent = formMethod !== undefined && formMethod !== 'GET';
  if (isSent) return actionStatus !== NOT_REACHED && !(actionResult instanceof Error);
  // Steps within a room's history change nothing, and must work without a connection.
  if (inLanguage(currentUrl.pathname, 'en').startsWith('/room/'))
    return currentUrl.pathname !== nextUrl.pathname;
  return currentUrl.href === nextUrl.href;
};

/** Meta tags of pages without their own, and of errors. */
export const meta: MetaFunction = ({ location, error }) => {
  if (!error) return [{ title: siteName() }];
  const t = translation(languageOfPath(location.pathname), 'common');
  const notFound = isRouteErrorResponse(error) && error.status === 404;
  return [
    { title: titled(t(notFound ? 'error.notFound' : 'error.occurred')) },
    { name: 'robots', content: 'noindex' },
  ];
};

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const language = useLanguage();
  const isRoom = useIsRoom();
  const root = useRootData();
  const theme = isRoom ? 'dark' : root?.theme;
  return (
    <html lang={language} data-theme={theme} data-timeout={root?.timeoutMs} data-site={siteName()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {!theme && <meta name="theme-color" content="#f6f7f9" media="(prefers-color-scheme: light)" />}
        <meta name="theme-color" content={theme === 'light' ? '#f6f7f9' : '#0b1016'} />
        <meta property="csp-nonce" nonce={nonce} />
        {/* React cannot read the nonce, which browsers hide. */}
        <script nonce={nonce} suppressHydrationWarning>
          {NOTE_CLICKS}
        </script>
        <Meta />
        {!isRoom && <Alternates />}
        <Links />
        {/* Also without a style: browsers would block an element that is added later, without the nonce. */}
        <style nonce={nonce} suppressHydrationWarning>
          {root?.style}
        </style>
      </head>
      <body>
        <Frame>{children}</Frame>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  const signedIn = useRootData()?.signedIn;
  const administers = signedIn?.administers ?? false;
  useEffect(() => {
    if (administers)
      void import('#app/admin/testing/console-log.ts').then(({ keepConsole }) => keepConsole());
  }, [administers]);
  return (
    <Sender.Provider value={signedIn?.id ?? null}>
      <Outlet />
    </Sender.Provider>
  );
}

export { ErrorPage as ErrorBoundary };
