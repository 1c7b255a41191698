import { Camera, CircleDot, Globe } from 'lucide-react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { canRecord, recordingsOf } from '../record/recording-store.ts';
import { MoreItem } from './more-item.tsx';
import type { MoreProps } from './more-props.ts';

const RECORDING = { off: 'recording.start', asked: 'recording.takeBack', on: 'recording.stop' } as const;

/** Pictures and recordings of the call. */
export function CaptureGroup({ call, actions: { saveView, saveSphere, record } }: MoreProps) {
  const { t } = useTranslation('call');
  const isPossible = canRecord();
  return (
    <div className="-mx-2 grid">
      {!saveView && <p className="px-2 py-1 text-sm text-muted">{t('snapshot.nothing')}</p>}
      {saveView && (
        <MoreItem Icon={Camera} closes onSelect={() => void saveView()}>
          {t('snapshot.view')}
        </MoreItem>
      )}
      {saveSphere && (
        <MoreItem Icon={Globe} closes onSelect={() => void saveSphere()}>
          {t('snapshot.sphere')}
        </MoreItem>
      )}
      {record && (
        <MoreItem Icon={CircleDot} closes disabled={!isPossible} onSelect={() => void record()}>
          <span className="grid">
            {t(RECORDING[recordingsOf(call).own])}
            {!isPossible && <span className="text-sm">{t('recording.problem.unsupported')}</span>}
          </span>
        </MoreItem>
      )}
    </div>
  );
}
