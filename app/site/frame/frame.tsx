import { type ReactNode, useRef } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useFocusOnNavigation } from './focus.ts';
import { Footer } from './footer.tsx';
import { Header, RoomHeader } from './header.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { ServerWatch } from './server-watch.tsx';
import { useIsRoom } from './use-is-room.ts';

/** Header, footer and everything else around every page. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const main = useRef<HTMLElement>(null);
  const isRoom = useIsRoom();
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
      {isRoom ? <RoomHeader /> : <Header />}
      {!isRoom && <ServerWatch />}
      <main id="main" ref={main} tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      {!isRoom && <Footer />}
    </>
  );
}
