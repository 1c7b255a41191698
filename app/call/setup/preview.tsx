import { VideoOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** One's own camera, as it sees. */
export function Preview({ track }: { track: MediaStreamTrack | null }) {
  const { t } = useTranslation('call');
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = track ? new MediaStream([track]) : null;
  }, [track]);
  return (
    <div className="relative aspect-2/1 overflow-hidden rounded-lg bg-ink">
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        aria-label={t('devices.preview')}
        className={track ? 'size-full object-contain' : 'hidden'}
      />
      {!track && (
        <p className="absolute inset-0 grid place-content-center justify-items-center gap-2 text-sm text-white/70">
          <VideoOff aria-hidden size={24} />
          {t('devices.previewOff')}
        </p>
      )}
    </div>
  );
}
