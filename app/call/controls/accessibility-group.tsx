import { Keyboard } from 'lucide-react';
import { useStore } from 'zustand';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { notify } from '../notices/notice-store.ts';
import { scanStore, setScanning } from '../scanning/scan-store.ts';
import { listShortcuts } from '../shortcuts/shortcut-store.ts';
import { captionStore } from '../speech/caption-store.ts';
import { MoreItem } from './more-item.tsx';
import type { MoreProps } from './more-props.ts';

/** Captions, and ways to control the call without a pointer. */
export function AccessibilityGroup({ actions: { captions }, opener }: MoreProps) {
  const { t } = useTranslation('call');
  const captioned = useStore(captionStore, ({ on }) => on);
  const scans = useStore(scanStore, ({ on }) => on);
  return (
    <div className="grid gap-2">
      {captions && (
        <Checkbox checked={captioned} onChange={() => void captions()}>
          {t('captions.title')}
        </Checkbox>
      )}
      <Checkbox
        checked={scans}
        onChange={({ target: { checked } }) => {
          setScanning(checked);
          if (checked) notify(t('scanning.hint'));
        }}
      >
        {t('scanning.title')}
      </Checkbox>
      <div className="-mx-2">
        <MoreItem Icon={Keyboard} closes onSelect={() => listShortcuts(opener.current)}>
          {t('shortcuts.title')}
        </MoreItem>
      </div>
    </div>
  );
}
