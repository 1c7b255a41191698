import { Mic, MicOff, PhoneOff, Video, VideoOff } from 'lucide-react';
import { useStore } from 'zustand';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ChatButton } from '../chat/chat.tsx';
import { deviceStore, isStreamed } from '../devices/device-store.ts';
import { ShareButton } from '../screen/share-button.tsx';
import { ariaKey, shortcutStore } from '../shortcuts/shortcut-store.ts';
import { currentCall, leaveCall } from '../state/call-store.ts';
import { More } from './more.tsx';
import type { MoreProps } from './more-props.ts';

type ControlsProps = Omit<MoreProps, 'opener'> & {
  /** They have faded because nobody uses them. */
  hidden: boolean;
};

/** The bar of round buttons. It fades when idle, except for a pressed *Mute*, and stays reachable by keyboard. */
export function Controls({ hidden, ...more }: ControlsProps) {
  const { t } = useTranslation('call');
  const devices = useStore(deviceStore);
  const keys = useStore(shortcutStore, ({ on }) => on);
  const { call, actions } = more;
  const { muted, cameraOff } = call;
  return (
    <div
      role="toolbar"
      aria-label={t('controls.label')}
      data-scan=""
      data-faded={hidden}
      // Faded buttons take no touch, which cannot see them; it brings them back.
      className="absolute inset-x-0 bottom-0 z-20 flex items-center justify-center gap-1.5 px-1.5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] data-[faded=false]:bg-linear-to-t data-[faded=false]:from-ink/80 pointer-coarse:data-[faded=true]:pointer-events-none data-[faded=true]:*:not-data-stays:opacity-0 sm:gap-3"
    >
      <IconButton
        label={t('controls.mute')}
        {...ariaKey('mute', keys)}
        pressed={muted}
        disabled={!devices.audio && !isStreamed(devices)}
        data-stays={muted ? '' : undefined}
        onClick={() => currentCall()?.setMuted(!muted)}
      >
        {muted ? <MicOff /> : <Mic />}
      </IconButton>
      <IconButton
        label={t('controls.cameraOff')}
        {...ariaKey('camera', keys)}
        pressed={cameraOff}
        disabled={!devices.video}
        onClick={() => currentCall()?.setCameraOff(!cameraOff)}
      >
        {cameraOff ? <VideoOff /> : <Video />}
      </IconButton>
      <ShareButton isSharing={call.screen !== null} actions={actions} />
      <ChatButton />
      <More {...more} />
      <IconButton
        label={t('controls.leave')}
        tone="danger"
        className="ml-4 sm:ml-8"
        onClick={() => void leaveCall()}
      >
        <PhoneOff />
      </IconButton>
    </div>
  );
}
