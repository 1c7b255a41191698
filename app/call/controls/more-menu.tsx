import {
  Camera,
  Captions,
  Ellipsis,
  Globe,
  Hand,
  Keyboard,
  MapPin,
  Maximize,
  Minimize,
  MonitorUp,
  PictureInPicture2,
  Pointer,
  Smartphone,
} from 'lucide-react';
import { useRef } from 'react';
import { useStore } from 'zustand';
import type { Fullscreen } from '#app/components/page/use-fullscreen.ts';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSwitch } from '#app/components/ui/menu.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { isHandRaised } from '../hand/hand.ts';
import { notify } from '../notices/notice-store.ts';
import { listPlaces } from '../pointing/places-store.ts';
import { RecordItem } from '../record/record-item.tsx';
import { scanStore, setScanning } from '../scanning/scan-store.ts';
import { ShortcutList } from '../shortcuts/shortcut-list.tsx';
import { listShortcuts } from '../shortcuts/shortcut-store.ts';
import type { ShortcutActions } from '../shortcuts/shortcuts.ts';
import { captionStore } from '../speech/caption-store.ts';
import type { CallState } from '../state/call-state.ts';
import type { Gyroscope } from './use-gyroscope.ts';

type MoreMenuProps = {
  call: CallState;
  actions: ShortcutActions;
  fullscreen: Fullscreen;
  /** Null where looking around makes no sense. */
  gyroscope: Gyroscope | null;
};

/** Actions that do not fit into the bar. */
export function MoreMenu({ call, actions, fullscreen, gyroscope }: MoreMenuProps) {
  const { t } = useTranslation('call');
  const captioned = useStore(captionStore, ({ on }) => on);
  const scans = useStore(scanStore, ({ on }) => on);
  const { hand, captions, pip, places, record, saveView, saveSphere, screen } = actions;
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {' '}
      <Menu
        trigger={
          <IconButton ref={button} label={t('controls.more')}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuSwitch checked={isHandRaised(call)} onChange={() => void hand?.()}>
          <Hand aria-hidden size={20} />
          {t('hand.raise')}
        </MenuSwitch>
        {screen && (
          <div className="sm:hidden">
            <MenuSwitch checked={call.screen !== null} onChange={() => void screen()}>
              <MonitorUp aria-hidden size={20} />
              {t('screen.share')}
            </MenuSwitch>
          </div>
        )}
        {captions && (
          <MenuSwitch checked={captioned} onChange={() => void captions()}>
            <Captions aria-hidden size={20} />
            {t('captions.title')}
          </MenuSwitch>
        )}
        {places && (
          <MenuItem onSelect={() => listPlaces(button.current)}>
            <MapPin aria-hidden size={20} />
            {t('places.title')}
          </MenuItem>
        )}
        {saveView && (
          <MenuItem onSelect={() => void saveView()}>
            <Camera aria-hidden size={20} />
            {t('snapshot.view')}
          </MenuItem>
        )}
        {saveSphere && (
          <MenuItem onSelect={() => void saveSphere()}>
            <Globe aria-hidden size={20} />
            {t('snapshot.sphere')}
          </MenuItem>
        )}
        {record && <RecordItem call={call} onSelect={() => void record()} />}
        {gyroscope && (
          <MenuSwitch checked={gyroscope.on} onChange={gyroscope.toggle}>
            <Smartphone aria-hidden size={20} />
            {t('controls.gyroscope')}
          </MenuSwitch>
        )}
        {pip && (
          <MenuItem onSelect={() => void pip()}>
            <PictureInPicture2 aria-hidden size={20} />
            {t('pip.open')}
          </MenuItem>
        )}
        {fullscreen.supported && (
          <MenuItem onSelect={fullscreen.toggle}>
            {fullscreen.on ? <Minimize aria-hidden size={20} /> : <Maximize aria-hidden size={20} />}
            {t(fullscreen.on ? 'controls.exitFullscreen' : 'controls.fullscreen')}
          </MenuItem>
        )}
        <MenuSwitch
          checked={scans}
          onChange={(on) => {
            setScanning(on);
            if (on) notify(t('scanning.hint'));
          }}
        >
          <Pointer aria-hidden size={20} />
          {t('scanning.title')}
        </MenuSwitch>
        <MenuItem onSelect={() => listShortcuts(button.current)}>
          <Keyboard aria-hidden size={20} />
          {t('shortcuts.title')}
        </MenuItem>
      </Menu>
      <ShortcutList actions={actions} />
    </>
  );
}
