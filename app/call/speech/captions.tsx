import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { CallState } from '../state/call-state.ts';
import { canCaption, captionStore } from './caption-store.ts';
import { useCaptions } from './use-captions.ts';

/** What the other person says, at the bottom of the picture. */
export function Captions({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const { on, before, now } = useStore(captionStore);
  useCaptions(on && canCaption() ? call.remote.audio : null);
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
