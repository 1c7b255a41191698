import { AudioLines, Mic } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useStore } from 'zustand';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Popover } from '#app/components/ui/popover.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { deviceStore } from '../devices/device-store.ts';
import { Directing } from '../pad/directing.tsx';
import { callStore } from '../state/call-store.ts';
import { speechRecognition } from './recogniser.ts';
import { useRecognition } from './use-recognition.ts';
import { useSpeaking } from './use-speaking.ts';
import { useTalkKey } from './use-talk-key.ts';
import { setHears, setTalk, startTalking, stopTalking, voiceStore } from './voice-store.ts';

/** Directs the host by speaking. */
export default function VoiceControl() {
  const { t } = useTranslation('call');
  const { mode, held, hears } = useStore(voiceStore);
  const muted = useStore(callStore, ({ call }) => call?.muted !== false);
  const audio = useStore(deviceStore, (state) => state.audio);
  useSpeaking(muted || held ? null : audio, (speaking) => voiceStore.setState({ speaking }));
  useRecognition(muted ? null : audio);
  return (
    <Directing
      label={t('voice.group')}
      title={<span aria-hidden>{t('voice.short')}</span>}
      className="w-18 justify-items-center"
    >
      {mode === 'push' && <TalkButton disabled={!audio} />}
      <Popover
        label={t('voice.title')}
        trigger={
          <IconButton label={t('voice.title')} className="sm:size-12">
            <AudioLines />
          </IconButton>
        }
      >
        <div className="grid gap-4">
          <Select
            label={t('voice.microphone')}
            hint={t(`voice.hint.${mode}`)}
            value={mode}
            onChange={(event) => setTalk(event.target.value === 'push' ? 'push' : 'open')}
          >
            <option value="open">{t('voice.open')}</option>
            <option value="push">{t('voice.push')}</option>
          </Select>
          {speechRecognition() && (
            <Checkbox checked={hears} onChange={(event) => setHears(event.target.checked)}>
              {t('voice.hears')}
              <span className="block text-sm text-muted">{t('voice.hearsHint')}</span>
            </Checkbox>
          )}
        </div>
      </Popover>
    </Directing>
  );
}

function TalkButton({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation('call');
  const held = useStore(voiceStore, (state) => state.held);
  useTalkKey();
  const start = () => {
    if (!disabled) startTalking();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return;
    // Otherwise the key also clicks.
    event.preventDefault();
    if (event.type === 'keyup') stopTalking();
    else if (!event.repeat) start();
  };
  return (
    <IconButton
      label={t('voice.talk')}
      aria-keyshortcuts="Space"
      pressed={held}
      aria-disabled={disabled}
      className="touch-none select-none sm:size-12 [-webkit-touch-callout:none] aria-disabled:opacity-50"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start();
      }}
      onLostPointerCapture={stopTalking}
      onKeyDown={onKey}
      onKeyUp={onKey}
      onBlur={stopTalking}
      onClick={({ detail }) => {
        // A screen reader or switch, which cannot hold.
        if (detail > 0) return;
        if (held) stopTalking();
        else start();
      }}
      onContextMenu={(event) => event.preventDefault()}
    >
      <Mic />
    </IconButton>
  );
}
