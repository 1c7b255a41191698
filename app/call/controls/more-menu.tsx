import { Ellipsis, Maximize, Minimize, Smartphone } from 'lucide-react';
import type { Fullscreen } from '#app/components/page/use-fullscreen.ts';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSwitch } from '#app/components/ui/menu.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Gyroscope } from './use-gyroscope.ts';

type MoreMenuProps = {
  fullscreen: Fullscreen;
  /** Null where looking around makes no sense. */
  gyroscope: Gyroscope | null;
};

/** What the bar of controls has no space for. */
export function MoreMenu({ fullscreen, gyroscope }: MoreMenuProps) {
  const { t } = useTranslation('call');
  return (
    <Menu
      trigger={
        <IconButton label={t('controls.more')}>
          <Ellipsis />
        </IconButton>
      }
    >
      {gyroscope && (
        <MenuSwitch checked={gyroscope.on} onChange={gyroscope.toggle}>
          <Smartphone aria-hidden size={20} />
          {t('controls.gyroscope')}
        </MenuSwitch>
      )}
      {fullscreen.supported && (
        <MenuItem onSelect={fullscreen.toggle}>
          {fullscreen.on ? <Minimize aria-hidden size={20} /> : <Maximize aria-hidden size={20} />}
          {t(fullscreen.on ? 'controls.exitFullscreen' : 'controls.fullscreen')}
        </MenuItem>
      )}
    </Menu>
  );
}
