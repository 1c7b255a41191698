import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { canCaption, captionStore } from './caption-store.ts';
import { useCaptions } from './use-captions.ts';

/**
 * What the other person says, at the bottom of the picture.
 * @param track their sound
 */
export function Captions({ track }: { track: MediaStreamTrack | null }) {
  const { t } = useTranslation('call');
  const { on, before, now } = useStore(captionStore);
  useCaptions(on && canCaption() ? track : null);
  return (
    <div role="log" aria-label={t('captions.title')} className="empty:hidden">
      {(before || now) && (
        <p className="grid max-w-prose gap-1 rounded-lg bg-ink/90 px-4 py-2 text-lg text-balance">
          {before && <span className={now ? 'text-white/70' : ''}>{before}</span>}
          {now && <span>{now}</span>}
        </p>
      )}
    </div>
  );
}
