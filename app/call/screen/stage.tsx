import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useWantedPart } from '#app/components/page/wanted-part.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { LocalTracks } from '../media/outgoing-tracks.ts';
import { screenStore } from './screen-store.ts';

const loadScreen = () => import('./remote-screen.tsx');

/** Sizes of the screen, by which of the two pictures is the larger one. */
const SCREEN_SIZES = { halves: 'half', screen: 'larger', camera: 'smaller' } as const;

type StageProps = {
  /** The other person's shared screen. */
  screen: LocalTracks;
  /** Receives the element that the camera's picture fills. */
  onView(view: HTMLElement | null): void;
  /** The camera's picture. */
  children: ReactNode;
};

/**
 * The other person's camera, and beside it their shared screen, each in half of the stage unless one is enlarged; in a
 * view that is higher than wide, below it.
 */
export function Stage({ screen, onView, children }: StageProps) {
  const { t } = useTranslation('call');
  const larger = useStore(screenStore, (state) => state.larger);
  const { Part: RemoteScreen, failed } = useWantedPart(loadScreen, screen.video !== null);
  return (
    <div className="absolute inset-0 [container-type:size]">
      <div className="flex size-full flex-col [@container(orientation:landscape)]:flex-row">
        <div ref={onView} className="relative min-h-0 min-w-0 flex-1">
          {children}
        </div>
        {screen.video && RemoteScreen && (
          <RemoteScreen video={screen.video} audio={screen.audio} size={SCREEN_SIZES[larger ?? 'halves']} />
        )}
        {failed && (
          <p
            role="alert"
            className="absolute inset-x-4 top-20 z-20 mx-auto max-w-md rounded-lg bg-ink/90 p-3 text-sm"
          >
            {t('screen.unloaded')}
          </p>
        )}
      </div>
    </div>
  );
}
