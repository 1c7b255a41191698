import { Mic, MicOff, PhoneOff, Video, VideoOff } from 'lucide-react';
import { createPortal } from 'react-dom';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { Extend } from '../meter/extend.tsx';
import { type Extending, isExtendable } from '../meter/use-extension.ts';
import type { ShortcutActions } from '../shortcuts/shortcuts.ts';
import type { CallState } from '../state/call-state.ts';
import { leaveCall } from '../state/call-store.ts';
import type { SmallWindow } from './use-small-window.ts';

type SmallControlsProps = {
  call: CallState;
  actions: ShortcutActions;
  small: SmallWindow;
  extending: Extending;
};

/** Controls in the small window besides the picture, and the page's replacement for the picture. */
export function SmallControls({ call: { muted, cameraOff }, actions, small, extending }: SmallControlsProps) {
  const { t } = useTranslation('call');
  const { mute, camera } = actions;
  if (!small.body) return null;
  return (
    <>
      <div className="absolute inset-0 grid place-content-center justify-items-center gap-4 p-6 text-center">
        <p role="status">{t('pip.inside')}</p>
        <Button variant="secondary" onClick={() => small.toggle?.()}>
          {t('pip.close')}
        </Button>
      </div>
      {isExtendable(extending, false) &&
        createPortal(
          <div className="absolute inset-x-2 bottom-18 z-20 grid justify-items-center">
            <Extend extending={extending} />
          </div>,
          small.body,
        )}
      {createPortal(
        <div
          role="toolbar"
          aria-label={t('controls.label')}
          className="absolute inset-x-0 bottom-0 z-20 flex justify-center gap-3 bg-linear-to-t from-ink/80 p-3"
        >
          <IconButton
            label={t('controls.mute')}
            pressed={muted}
            disabled={!mute}
            onClick={() => void mute?.()}
          >
            {muted ? <MicOff /> : <Mic />}
          </IconButton>
          <IconButton
            label={t('controls.cameraOff')}
            pressed={cameraOff}
            disabled={!camera}
            onClick={() => void camera?.()}
          >
            {cameraOff ? <VideoOff /> : <Video />}
          </IconButton>
          <IconButton label={t('controls.leave')} tone="danger" onClick={() => void leaveCall()}>
            <PhoneOff />
          </IconButton>
        </div>,
        small.body,
      )}
    </>
  );
}
