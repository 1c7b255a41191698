import { useState } from 'react';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useSnapshots } from './use-snapshots.ts';

/** Whether the choice was last shown, in this tab. */
let isUnfolded = false;

/**
 * The host's choice about their location while they wait, folded away. Both switches are off by default: it is private
 * until the host opts in, for each audience.
 */
export function LocationSwitch({ waiting }: { waiting: boolean }) {
  const { t } = useTranslation('call');
  const [on, setOn] = useState(false);
  const [shared, setShared] = useState(false);
  const { denied, withdraw } = useSnapshots(on && waiting, shared);
  return (
    <details
      open={isUnfolded}
      onToggle={({ currentTarget: { open } }) => {
        isUnfolded = open;
      }}
      className="text-sm"
    >
      <summary className="min-h-11 cursor-pointer py-3 text-muted">{t('code.locationOffer')}</summary>
      <div className="grid">
        <Checkbox
          checked={on}
          onChange={({ target: { checked } }) => {
            setOn(checked);
            if (checked) return;
            if (shared) withdraw();
            setShared(false);
          }}
        >
          {t('code.location')}
        </Checkbox>
        <Checkbox
          checked={shared}
          disabled={!on}
          onChange={({ target: { checked } }) => {
            if (!checked) withdraw();
            setShared(checked);
          }}
        >
          <span className={on ? '' : 'text-muted'}>{t('code.locationShared')}</span>
        </Checkbox>
        {denied && (
          <p role="status" className="text-muted">
            {t('code.locationDenied')}
          </p>
        )}
      </div>
    </details>
  );
}
