import { ArrowLeftRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useSpeaker } from '../devices/use-speaker.ts';
import { PlayRequest } from '../media/play-request.tsx';
import { usePlayback } from '../media/use-playback.ts';
import { ariaKey, shortcutStore } from '../shortcuts/shortcut-store.ts';
import { useDucking } from '../speech/use-ducking.ts';
import { swapPictures } from './screen-store.ts';

type RemoteScreenProps = {
  video: MediaStreamTrack;
  audio: MediaStreamTrack | null;
  /** Relative to the camera's picture. */
  size: keyof typeof SIZE;
};

/**
 * Shares of the stage: in width if beside the camera, in height if below it. The bar of controls is over the lower part
 * of what is below.
 */
const SIZE = {
  half: 'h-1/2 pb-20 [@container(orientation:landscape)]:order-first [@container(orientation:landscape)]:h-auto [@container(orientation:landscape)]:basis-1/2 [@container(orientation:landscape)]:pb-0',
  larger:
    'mb-20 max-h-[60cqh] [@container(orientation:landscape)]:order-first [@container(orientation:landscape)]:mb-0 [@container(orientation:landscape)]:max-h-none [@container(orientation:landscape)]:basis-[72%]',
  smaller:
    'mb-20 max-h-[16cqh] [@container(orientation:landscape)]:mb-0 [@container(orientation:landscape)]:max-h-none [@container(orientation:landscape)]:basis-[30%]',
} as const;

/** Moves the swap button below the self view, which is at the upper right unless moved and would cover it in a low window. */
const SWAP_BUTTON = { half: '', larger: '', smaller: '[@media(max-height:30rem)]:translate-y-1!' } as const;

/** The screen shared by the other person, unprojected. */
export default function RemoteScreen({ video, audio, size }: RemoteScreenProps) {
  const { t } = useTranslation('call');
  const keys = useStore(shortcutStore, ({ on }) => on);
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const [speaker, setSpeaker] = useState<HTMLAudioElement | null>(null);
  /** Whether its first picture has arrived: before that an element is black, and has another shape. */
  const [arrived, setArrived] = useState(false);
  const picture = useMemo(() => new MediaStream([video]), [video]);
  const sound = useMemo(() => audio && new MediaStream([audio]), [audio]);
  const shownBy = usePlayback(element, picture);
  const heardBy = usePlayback(speaker, sound);
  useSpeaker(speaker);
  useDucking(speaker);
  return (
    <section
      aria-label={t('screen.theirs')}
      className={`relative flex min-h-24 shrink-0 justify-center bg-ink ${SIZE[size]}`}
    >
      <video
        ref={setElement}
        muted
        playsInline
        data-testid="screen"
        onLoadedData={() => setArrived(true)}
        onEmptied={() => setArrived(false)}
        aria-label={t('screen.theirs')}
        className={`max-h-full w-full object-contain ${arrived ? '' : 'invisible'}`}
      />
      {!arrived && (
        <p
          role="status"
          className="absolute inset-0 grid place-content-center justify-items-center gap-3 text-white/70"
        >
          <Spinner size={32} />
          {t('room.connecting')}
        </p>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: it is live */}
      <audio ref={setSpeaker} />
      <IconButton
        label={t('screen.swap')}
        {...ariaKey('swap', keys)}
        // Above the screen, because notices cover its lower part.
        className={`absolute! right-2 bottom-full mb-2 [@container(orientation:landscape)]:top-1/2 [@container(orientation:landscape)]:bottom-auto [@container(orientation:landscape)]:mb-0 [@container(orientation:landscape)]:-translate-y-1/2 ${SWAP_BUTTON[size]}`}
        onClick={swapPictures}
      >
        <ArrowLeftRight />
      </IconButton>
      <PlayRequest picture={shownBy} sound={heardBy} />
    </section>
  );
}
