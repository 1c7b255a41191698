import {
  Accessibility,
  Camera,
  ChevronLeft,
  ChevronRight,
  Compass,
  Ellipsis,
  Languages,
  Maximize,
  Minimize,
  MonitorUp,
  PictureInPicture2,
  Settings2,
  SignalHigh,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Popover } from '#app/components/ui/popover.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { deviceStore, isStreamed } from '../devices/device-store.ts';
import { DeviceFields } from '../devices/fields.tsx';
import { DeviceProblem } from '../devices/problem.tsx';
import { useOtherLanguages } from '../language/language-choice.tsx';
import { StreamPanel } from '../setup/stream-panel.tsx';
import { ShortcutList } from '../shortcuts/shortcut-list.tsx';
import { currentCall } from '../state/call-store.ts';
import { AccessibilityGroup } from './accessibility-group.tsx';
import { CaptureGroup } from './capture-group.tsx';
import { ConnectionGroup } from './connection-group.tsx';
import { GuideGroup } from './guide-group.tsx';
import { MoreItem } from './more-item.tsx';
import type { MoreProps } from './more-props.ts';

/** In the order of the panel. */
const GROUPS = {
  devices: { Icon: Settings2, Content: DevicesGroup },
  capture: { Icon: Camera, Content: CaptureGroup },
  guide: { Icon: Compass, Content: GuideGroup },
  accessibility: { Icon: Accessibility, Content: AccessibilityGroup },
  connection: { Icon: SignalHigh, Content: ConnectionGroup },
} as const;

const NAMES = ['devices', 'capture', 'guide', 'accessibility', 'connection'] as const;

/** The controls that are not on the bar, in groups; one panel that changes its content. */
export function More(props: Omit<MoreProps, 'opener'>) {
  const { t } = useTranslation('call');
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Popover
        label={t('controls.more')}
        trigger={
          <IconButton ref={opener} label={t('controls.more')}>
            <Ellipsis />
          </IconButton>
        }
      >
        <Groups {...props} opener={opener} />
      </Popover>
      <ShortcutList actions={props.actions} />
    </>
  );
}

function Groups(props: MoreProps) {
  const { t } = useTranslation('call');
  const [shown, setShown] = useState<keyof typeof GROUPS | null>(null);
  const { call, actions, fullscreen } = props;
  const { screen, pip } = actions;
  const languages = useOtherLanguages();
  if (shown) {
    const { Content } = GROUPS[shown];
    return (
      <div className="grid gap-3">
        <button
          type="button"
          // biome-ignore lint/a11y/noAutofocus: the pressed button is gone
          autoFocus
          aria-label={`${t(`controls.${shown}`)}. ${t('controls.backToMore')}`}
          className="-mx-2 flex min-h-11 items-center gap-2 rounded-md px-2 font-semibold hover:bg-sunken"
          onClick={() => setShown(null)}
        >
          <ChevronLeft aria-hidden size={20} />
          {t(`controls.${shown}`)}
        </button>
        <Content {...props} />
      </div>
    );
  }
  return (
    <div className="-m-2 grid">
      {NAMES.map((name) => {
        const { Icon } = GROUPS[name];
        return (
          <MoreItem key={name} Icon={Icon} onSelect={() => setShown(name)}>
            {t(`controls.${name}`)}
            <ChevronRight aria-hidden size={20} className="ml-auto" />
          </MoreItem>
        );
      })}
      {screen && (
        // The bar has it where there is a mouse and space.
        <div className="sm:pointer-fine:hidden">
          <MoreItem Icon={MonitorUp} closes onSelect={() => void screen()}>
            {t(call.screen ? 'screen.stop' : 'screen.share')}
          </MoreItem>
        </div>
      )}
      {languages.map(({ language, name, choose }) => (
        <MoreItem key={language} Icon={Languages} closes onSelect={choose}>
          <span lang={language}>{name}</span>
        </MoreItem>
      ))}
      {pip && (
        <MoreItem Icon={PictureInPicture2} closes onSelect={() => void pip()}>
          {t('pip.open')}
        </MoreItem>
      )}
      {fullscreen.supported && (
        <MoreItem Icon={fullscreen.on ? Minimize : Maximize} closes onSelect={fullscreen.toggle}>
          {t(fullscreen.on ? 'controls.exitFullscreen' : 'controls.fullscreen')}
        </MoreItem>
      )}
    </div>
  );
}

function DevicesGroup({ call }: MoreProps) {
  const devices = useStore(deviceStore);
  return (
    <>
      <DeviceProblem devices={devices} />
      {isStreamed(devices) && <StreamPanel call={call} />}
      <DeviceFields devices={devices} hosts={currentCall()?.streamed} />
    </>
  );
}
