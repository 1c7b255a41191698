import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useRootData } from '../root-data.ts';
import { useFocusOnNavigation } from './focus.ts';
import { Footer } from './footer.tsx';
import { Header, RoomHeader } from './header.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { OpenCall } from './open-call.tsx';
import { useIsRoom } from './use-is-room.ts';

/** Header, footer and everything else around every page. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  const isRoom = useIsRoom();
  const testPayments = useRootData()?.testPayments;
  useFocusOnNavigation(main);
  return (
    <>
      {!isRoom && (
        <a
          href="#main"
          className="fixed top-3 left-3 z-50 -translate-y-24 rounded-full bg-text px-5 py-2.5 font-semibold text-ground focus:translate-y-0"
        >
          {t('header.skip')}
        </a>
      )}
      <LoadingBar />
      {testPayments && !isRoom && (
        <aside className="bg-sunken px-5 py-1 text-center text-sm">{t('testPayments')}</aside>
      )}
      {isRoom ? <RoomHeader /> : <Header />}
      {!isRoom && <OpenCall />}
      {!isRoom && <Watch />}
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      {!isRoom && <Footer />}
    </>
  );
}

/** Loaded after the page, as it shows nothing at first. */
function Watch() {
  const [loaded, setLoaded] = useState<{ ServerWatch: ComponentType } | null>(null);
  useEffect(() => {
    // The next page load tries again.
    import('./server-watch.tsx').then(setLoaded, () => {});
  }, []);
  return loaded && <loaded.ServerWatch />;
}
