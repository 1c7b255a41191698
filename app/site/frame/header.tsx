import { useLocation } from '@remix-run/react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { callStarted } from '#app/call/state/started.ts';
import { useLazyPart } from '#app/components/page/lazy-part.ts';
import { Logo, Mark } from '#app/components/page/logo.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { inLanguage } from '#app/i18n/languages.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useRootData } from '../root-data.ts';
import { AccountMenu } from './account-menu.tsx';
import { MenuIcon } from './menu-icon.tsx';

const loadMenu = () => import('./site-menu.tsx');

const linkClass = 'flex min-h-11 items-center rounded-full px-3 whitespace-nowrap hover:bg-sunken sm:px-4';

export function Header() {
  const { t } = useTranslation();
  const section = useSection();
  return (
    <header className="page flex items-center justify-between gap-4 py-4 sm:py-5">
      <div className="flex min-w-0 items-center gap-3 sm:gap-4">
        <HomeLink>
          <Logo short={section !== undefined} />
        </HomeLink>
        {section && <p className="truncate border-l border-line-strong pl-3 sm:pl-4">{section}</p>}
      </div>
      <div className="flex items-center gap-1 sm:gap-3">
        {/* On a phone it is in the menu. */}
        <LocaleLink to="/user" className={`${linkClass} max-sm:hidden`}>
          {t('sections.streamers')}
        </LocaleLink>
        <Account />
        <MenuButton />
      </div>
    </header>
  );
}

/** Sections named in the header, by path prefix. */
const SECTIONS = [
  ['/admin', 'admin'],
  ['/personal', 'account'],
  ['/blog', 'blog'],
  ['/user', 'streamers'],
] as const;

function useSection(): string | undefined {
  const { t } = useTranslation();
  const path = inLanguage(useLocation().pathname, 'en');
  const section = SECTIONS.find(([start]) => path === start || path.startsWith(`${start}/`));
  return section && t(`sections.${section[1]}`);
}

function Account() {
  const { t } = useTranslation();
  const root = useRootData();
  const { pathname, search } = useLocation();
  if (root?.signedIn) return <AccountMenu user={root.signedIn} />;
  const isLogin = inLanguage(pathname, 'en').startsWith('/login');
  const back = isLogin || pathname.length <= 3 ? '' : `?redirectTo=${encodeURIComponent(pathname + search)}`;
  return (
    <LocaleLink to={`/login${back}`} className={linkClass}>
      {t('header.logIn')}
    </LocaleLink>
  );
}

/** Overlays the room; hidden during a call, when nothing competes with the video. */
export function RoomHeader() {
  const started = useCallStarted();
  return (
    <header
      className={`pointer-events-none absolute inset-x-0 top-0 z-30 flex items-center justify-between p-4 text-white transition-opacity duration-200 *:pointer-events-auto ${started ? 'opacity-0 *:pointer-events-none' : ''}`}
    >
      {started ? (
        <span />
      ) : (
        <HomeLink>
          <Mark />
        </HomeLink>
      )}
      <MenuButton />
    </header>
  );
}

function HomeLink({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <LocaleLink to="/" aria-label={t('header.home')} className="flex rounded-md text-current no-underline">
      {children}
    </LocaleLink>
  );
}

/** Loads the menu on first use: it is larger than the rest of the page's own code. */
function MenuButton() {
  const { t } = useTranslation();
  const started = useCallStarted();
  const { Part: SiteMenu, state, request, trigger } = useLazyPart(loadMenu);
  if (SiteMenu) return <SiteMenu disabled={started} />;
  return (
    <div className="flex items-center gap-3">
      <p role="alert" className="text-sm text-poor empty:hidden">
        {state === 'failed' && t('connectionError')}
      </p>
      <IconButton
        tone="quiet"
        label={t('header.menu')}
        aria-haspopup="menu"
        aria-expanded={false}
        disabled={started}
        onClick={() => void request()}
        {...trigger}
        className="-mr-3"
      >
        <MenuIcon />
      </IconButton>
    </div>
  );
}

function useCallStarted(): boolean {
  return useSyncExternalStore(callStarted.subscribe, callStarted.get, () => false);
}
