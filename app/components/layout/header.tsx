import { Menu as MenuIcon } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { callStarted } from '#app/call/started.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useLazyPart } from '../lazy-part.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Logo, Mark } from './logo.tsx';

const loadMenu = () => import('./site-menu.tsx');

export function Header() {
  return (
    <header className="page flex items-center justify-between py-4 sm:py-5">
      <HomeLink>
        <Logo />
      </HomeLink>
      <MenuButton />
    </header>
  );
}

/** Laid over the room; gone while a call runs, when nothing competes with the picture. */
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

/** Loads the menu with its first use: it is larger than the rest of the page's own code together. */
function MenuButton() {
  const { t } = useTranslation();
  const started = useCallStarted();
  const { Part: SiteMenu, state, request, prefetch } = useLazyPart(loadMenu);
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
        {...prefetch}
        className="-mr-3"
      >
        <MenuIcon aria-hidden />
      </IconButton>
    </div>
  );
}

function useCallStarted(): boolean {
  return useSyncExternalStore(callStarted.subscribe, callStarted.get, () => false);
}
