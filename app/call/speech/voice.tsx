import { X } from 'lucide-react';
import { useStore } from 'zustand';
import { useWantedPart } from '#app/components/page/wanted-part.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { isOffered } from '../pad/offered.ts';
import { PadFailed } from '../pad/pad.tsx';
import type { CallState } from '../state/call-state.ts';
import { voiceStore } from './voice-store.ts';

const load = () => import('./voice-control.tsx');

/** The guest's voice control, once the host offers it. */
export function Voice({ call }: { call: CallState }) {
  const { Part: VoiceControl, failed } = useWantedPart(load, isOffered(call, 'VOICE'));
  return (
    <>
      {VoiceControl && <VoiceControl />}
      {failed && <PadFailed />}
    </>
  );
}

/** The direction shown to the host, or why none is recognised. */
export function VoiceNews() {
  const { t } = useTranslation('call');
  const { told, problem } = useStore(voiceStore);
  return (
    <>
      {problem && (
        <div className="pointer-events-auto justify-self-stretch">
          <Alert tone="error">
            <span className="flex items-start gap-2">
              {t(`voice.problem.${problem}`)}
              <IconButton
                tone="quiet"
                label={t('start.close')}
                onClick={() => voiceStore.setState({ problem: null })}
              >
                <X />
              </IconButton>
            </span>
          </Alert>
        </div>
      )}
      <div role="status" className="empty:hidden">
        {told && (
          <p className="rounded-full bg-ink/90 px-4 py-2 text-sm">
            {t('voice.told', { direction: t(`pad.${told}`) })}
          </p>
        )}
      </div>
    </>
  );
}
