import { Activity, Mic, MicOff, PhoneOff, Settings2, Video, VideoOff } from 'lucide-react';
import { useStore } from 'zustand';
import type { Fullscreen } from '#app/components/page/use-fullscreen.ts';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Popover } from '#app/components/ui/popover.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ChatButton } from '../chat/chat.tsx';
import type { SeenDetail } from '../check/detail.ts';
import { deviceStore } from '../devices/device-store.ts';
import { DeviceFields } from '../devices/fields.tsx';
import { changePreferences } from '../devices/preferences.ts';
import { DeviceProblem } from '../devices/problem.tsx';
import { connectionHealth } from '../media/stats.ts';
import { PadSettings } from '../pad/pad.tsx';
import { GazeSwitches } from '../pointing/gaze-switches.tsx';
import { ShareButton } from '../screen/share-button.tsx';
import { ariaKey, shortcutStore } from '../shortcuts/shortcut-store.ts';
import type { ShortcutActions } from '../shortcuts/shortcuts.ts';
import { type CallState, trouble } from '../state/call-state.ts';
import { currentCall, leaveCall } from '../state/call-store.ts';
import { DetailsPanel } from './details-panel.tsx';
import { MoreMenu } from './more-menu.tsx';
import { StatsPanel } from './stats-panel.tsx';
import type { ShownStats } from './use-call-stats.ts';
import type { Gyroscope } from './use-gyroscope.ts';

type ControlsProps = {
  call: CallState;
  /** Current actions of the shortcut keys. */
  actions: ShortcutActions;
  stats: ShownStats | null;
  fullscreen: Fullscreen;
  /** The other person's picture is rendered as a sphere. */
  sphere: boolean;
  seen: SeenDetail | null;
  /** Null where looking around makes no sense. */
  gyroscope: Gyroscope | null;
  hidden: boolean;
};

const DOT = { good: 'bg-good', fair: 'bg-fair', poor: 'bg-poor', unknown: 'bg-white/40' } as const;

/** The bar of round buttons. It fades when idle and stays reachable by keyboard. */
export function Controls({
  call,
  actions,
  stats,
  sphere,
  seen,
  fullscreen,
  gyroscope,
  hidden,
}: ControlsProps) {
  const { t } = useTranslation('call');
  const devices = useStore(deviceStore);
  const keys = useStore(shortcutStore, ({ on }) => on);
  const { muted, cameraOff } = call;
  const measured = stats ? connectionHealth(stats) : 'unknown';
  // The measurements are from before the trouble.
  const connection = trouble(call) === 'media' ? 'poor' : measured;
  /** Kept for the tab. */
  const saveData = (on: boolean) => {
    changePreferences({ saveData: on });
    currentCall()?.setVideoWish({ saveData: on });
  };
  return (
    <div
      role="toolbar"
      aria-label={t('controls.label')}
      data-scan=""
      className={`absolute inset-x-0 bottom-0 z-20 flex items-center justify-center gap-1 bg-linear-to-t from-ink/80 px-1.5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] transition-opacity duration-200 sm:gap-3 max-[24rem]:gap-0 max-[24rem]:[&>button]:size-11 ${hidden ? 'opacity-0' : ''}`}
    >
      <IconButton
        label={t('controls.mute')}
        {...ariaKey('mute', keys)}
        pressed={muted}
        disabled={!devices.audio}
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
      <Popover
        label={t('controls.devices')}
        trigger={
          <IconButton label={t('controls.devices')}>
            <Settings2 />
          </IconButton>
        }
      >
        <div className="grid gap-4">
          <DeviceProblem devices={devices} />
          <DeviceFields devices={devices} />
        </div>
      </Popover>
      <ChatButton />
      <IconButton label={t('controls.leave')} tone="danger" onClick={() => void leaveCall()}>
        <PhoneOff />
      </IconButton>
      <Popover
        label={t('controls.details')}
        trigger={
          <IconButton label={`${t('controls.details')}: ${t(`stats.${connection}`)}`}>
            <Activity />
            <span
              className={`absolute top-1 right-1 size-3 rounded-full ring-2 ring-ink forced-color-adjust-none ${DOT[connection]}`}
            />
          </IconButton>
        }
      >
        <div className="grid gap-4" data-testid="stats">
          <DetailsPanel call={call} />
          <StatsPanel stats={stats} sphere={sphere} seen={seen} />
          {sphere && <GazeSwitches />}
          <Checkbox checked={call.videoWish.saveData} onChange={(event) => saveData(event.target.checked)}>
            {t('details.saveData')}
          </Checkbox>
          {call.seat === 'host' && <PadSettings call={call} />}
        </div>
      </Popover>
      <MoreMenu call={call} actions={actions} fullscreen={fullscreen} gyroscope={gyroscope} />
    </div>
  );
}
