import { Video, VideoOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { FlipCamera } from './flip-camera.tsx';

type PreviewProps = {
  /** Null while nothing is sent. */
  track: MediaStreamTrack | null;
  /**
   * What it waits for: the person's permission, or the picture of a program. Shown in the preview's place, so that the
   * layout does not shift.
   */
  awaits?: 'permission' | 'program' | null;
  /** Over the picture, at its lower edge. */
  children?: ReactNode;
};

const TEXTS = {
  permission: 'devices.asking',
  program: 'stream.awaited',
  nothing: 'devices.previewOff',
} as const;

/** The user's own camera, uncut, as it is sent: both circles of a dual fisheye. */
export function Preview({ track, awaits = null, children }: PreviewProps) {
  const { t } = useTranslation('call');
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = track ? new MediaStream([track]) : null;
  }, [track]);
  return (
    <div className="relative aspect-2/1 min-h-36 w-full overflow-hidden rounded-lg bg-ink text-white">
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        disablePictureInPicture
        aria-label={t('devices.preview')}
        className={track ? 'size-full object-contain' : 'hidden'}
      />
      {!track && (
        <p
          role="status"
          className="absolute inset-0 grid place-content-center justify-items-center gap-2 p-4 pb-16 text-center text-sm text-white/70"
        >
          {awaits ? <Video aria-hidden size={24} /> : <VideoOff aria-hidden size={24} />}
          {t(TEXTS[awaits ?? 'nothing'])}
        </p>
      )}
      <div className="absolute inset-x-0 bottom-2 flex justify-center gap-3">{children}</div>
      <FlipCamera className="absolute right-2 bottom-2" />
    </div>
  );
}
