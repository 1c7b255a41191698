import { CircleDot } from 'lucide-react';
import { MenuItem } from '#app/components/ui/menu.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { CallState } from '../state/call-state.ts';
import { canRecord, recordingsOf } from './recording-store.ts';

const TEXTS = { off: 'recording.start', asked: 'recording.takeBack', on: 'recording.stop' } as const;

/** Menu item that starts or ends recording. */
export function RecordItem({ call, onSelect }: { call: CallState; onSelect(): void }) {
  const { t } = useTranslation('call');
  const isPossible = canRecord();
  return (
    <MenuItem onSelect={onSelect} disabled={!isPossible}>
      <CircleDot aria-hidden size={20} className="shrink-0" />
      <span className="grid">
        {t(TEXTS[recordingsOf(call).own])}
        {!isPossible && <span className="text-sm">{t('recording.problem.unsupported')}</span>}
      </span>
    </MenuItem>
  );
}
