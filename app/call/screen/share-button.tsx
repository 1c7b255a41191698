import { MonitorUp } from 'lucide-react';
import { useStore } from 'zustand';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ariaKey, shortcutStore } from '../shortcuts/shortcut-store.ts';
import type { ShortcutActions } from '../shortcuts/shortcuts.ts';

/** Button in the bar where there is a mouse and space; elsewhere *More* has it. */
export function ShareButton({ isSharing, actions }: { isSharing: boolean; actions: ShortcutActions }) {
  const { t } = useTranslation('call');
  const keys = useStore(shortcutStore, ({ on }) => on);
  const { screen } = actions;
  if (!screen) return null;
  return (
    <IconButton
      label={t('screen.share')}
      {...ariaKey('screen', keys)}
      pressed={isSharing}
      className="not-sm:hidden pointer-coarse:hidden"
      onClick={() => void screen()}
    >
      <MonitorUp />
    </IconButton>
  );
}
