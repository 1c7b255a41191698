import { Video, VideoOff } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { FlipCamera } from './flip-camera.tsx';

type PreviewProps = {
  /** Null while nothing is sent. */
  track: MediaStreamTrack | null;
  /** The browser is asking for permission. Shown in the preview's place, so that the layout does not shift. */
  asking?: boolean;
  /** Over the picture, at its lower edge. */
  children?: ReactNode;
};

/** The user's own camera, uncut, as it is sent: both circles of a dual fisheye. */
export function Preview({ track, asking = false, children }: PreviewProps) {
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
          {asking ? <Video aria-hidden size={24} /> : <VideoOff aria-hidden size={24} />}
          {t(asking ? 'devices.asking' : 'devices.previewOff')}
        </p>
      )}
      <div className="absolute inset-x-0 bottom-2 flex justify-center gap-3">{children}</div>
      <FlipCamera className="absolute right-2 bottom-2" />
    </div>
  );
}
