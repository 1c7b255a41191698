import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { changePreferences } from '../devices/preferences.ts';
import { EncryptionDetails } from '../encryption/lock.tsx';
import { clearReason } from '../state/call-state.ts';
import { currentCall } from '../state/call-store.ts';
import { useConnectionText } from './connection-notice.tsx';
import { DetailsPanel } from './details-panel.tsx';
import type { MoreProps } from './more-props.ts';
import { StatsPanel } from './stats-panel.tsx';

/** Who is connected, how well, and how securely. */
export function ConnectionGroup({ call, stats, sphere, seen }: MoreProps) {
  const { t } = useTranslation('call');
  const problem = useConnectionText({ call, stats, seen });
  /** Kept for the tab. */
  const saveData = (on: boolean) => {
    changePreferences({ saveData: on });
    currentCall()?.setVideoWish({ saveData: on });
  };
  return (
    <div className="grid gap-4">
      <p className="font-semibold">{problem ?? t(stats ? 'stats.good' : 'stats.unknown')}</p>
      <DetailsPanel call={call} />
      <Checkbox checked={call.videoWish.saveData} onChange={(event) => saveData(event.target.checked)}>
        {t('details.saveData')}
      </Checkbox>
      <EncryptionDetails
        encryption={call.encryption}
        reason={clearReason(call)}
        isWatched={call.channel?.watched === true}
        onSame={(key) => currentCall()?.encryption?.confirm(key)}
      />
      <details data-testid="stats">
        <summary className="flex min-h-11 cursor-pointer items-center">{t('stats.title')}</summary>
        <StatsPanel stats={stats} sphere={sphere} seen={seen} />
      </details>
    </div>
  );
}
