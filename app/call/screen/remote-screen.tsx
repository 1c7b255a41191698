import { ArrowLeftRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { PlayRequest } from '../media/play-request.tsx';
import { usePlayback } from '../media/use-playback.ts';
import { ariaKey, shortcutStore } from '../shortcuts/shortcut-store.ts';
import { useDucking } from '../speech/use-ducking.ts';
import { swapPictures } from './screen-store.ts';

type RemoteScreenProps = { video: MediaStreamTrack; audio: MediaStreamTrack | null; isLarger: boolean };

/** Parts of the stage: beside the camera in width, below it up to a height. */
const SIZE = {
  larger:
    '[@container(orientation:landscape)]:order-first [@container(orientation:landscape)]:basis-[72%] max-h-[60cqh]',
  smaller: '[@container(orientation:landscape)]:basis-[30%] max-h-[16cqh]',
} as const;

/** Where one's own tile, at the upper right unless it was moved, would cover it in a low window: below the tile. */
const SWAP = { larger: '', smaller: '[@media(max-height:30rem)]:translate-y-1!' } as const;

/** The screen that the other person shares, as it is. */
export default function RemoteScreen({ video, audio, isLarger }: RemoteScreenProps) {
  const { t } = useTranslation('call');
  const keys = useStore(shortcutStore, ({ on }) => on);
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  const [speaker, setSpeaker] = useState<HTMLAudioElement | null>(null);
  /** Its first picture is there: what an element shows before is black, and has another shape. */
  const [arrived, setArrived] = useState(false);
  const picture = useMemo(() => new MediaStream([video]), [video]);
  const sound = useMemo(() => audio && new MediaStream([audio]), [audio]);
  const shownBy = usePlayback(element, picture);
  const heardBy = usePlayback(speaker, sound);
  useDucking(speaker);
  const size = isLarger ? 'larger' : 'smaller';
  return (
    <section
      aria-label={t('screen.theirs')}
      className={`relative flex min-h-24 shrink-0 justify-center bg-ink mb-20 [@container(orientation:landscape)]:max-h-none [@container(orientation:landscape)]:mb-0 ${SIZE[size]}`}
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
        // Above the screen where notices are over it.
        className={`absolute! right-2 bottom-full mb-2 [@container(orientation:landscape)]:top-1/2 [@container(orientation:landscape)]:bottom-auto [@container(orientation:landscape)]:mb-0 [@container(orientation:landscape)]:-translate-y-1/2 ${SWAP[size]}`}
        onClick={swapPictures}
      >
        <ArrowLeftRight />
      </IconButton>
      <PlayRequest picture={shownBy} sound={heardBy} />
    </section>
  );
}
