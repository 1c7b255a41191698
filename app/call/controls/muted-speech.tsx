import { MicOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { deviceStore } from '../devices/device-store.ts';
import { useSpeaking } from '../speech/use-speaking.ts';
import type { CallState } from '../state/call-state.ts';

/** Long enough to notice it. */
const SHOWN_MS = 5_000;

/** Reminds a person who speaks while muted. What they say leaves neither this page nor its memory. */
export function MutedSpeech({ call: { muted } }: { call: CallState }) {
  const { t } = useTranslation('call');
  const audio = useStore(deviceStore, (state) => state.audio);
  const [spoken, setSpoken] = useState(false);
  useSpeaking(muted ? audio : null, (speaking) => speaking && setSpoken(true));
  useEffect(() => {
    if (!spoken) return;
    const timer = setTimeout(() => setSpoken(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [spoken]);
  return (
    <div role="status" className="empty:hidden">
      {muted && spoken && (
        <p className="flex items-center gap-2 rounded-full bg-ink/90 px-4 py-2 text-sm">
          <MicOff aria-hidden size={18} />
          {t('controls.mutedSpeech')}
        </p>
      )}
    </div>
  );
}
