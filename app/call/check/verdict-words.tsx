import { Eye } from 'lucide-react';
import { useRef } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { chooseProjection, chooseQuality, type DeviceState } from '../devices/device-store.ts';
import { chooseCamera } from '../devices/open-devices.ts';
import { sendsDetail } from '../devices/sends-detail.ts';
import { useDeviceNames } from '../devices/use-devices.ts';
import type { CheckState } from './check.ts';
import { judge, type Verdict } from './judgement.ts';
import { proposeCamera, proposeFormat } from './propose.ts';
import { useNumbers } from './use-numbers.ts';

type VerdictWordsProps = { devices: DeviceState; state: CheckState };

/** What the other person will see, the proposals, and the warnings. */
export function VerdictWords({ devices, state }: VerdictWordsProps) {
  const { t } = useTranslation('call');
  const words = useRef<HTMLDivElement>(null);
  const { steps, measures } = state;
  const isRunning = [steps.camera, steps.encoder, steps.uplink, steps.display].some(
    ({ name }) => name === 'running',
  );
  const { native, projection, stereo, lenses, quality: choice, allowed } = devices;
  const detailed = native !== null && sendsDetail(native, projection);
  const verdict =
    native && judge({ native, projection, stereo, lenses, choice, allowed, detailed }, measures);
  const isShown = !isRunning && Object.values(measures).some((measure) => measure !== null);
  // The pressed button has disappeared with its proposal.
  const focus = () => words.current?.focus();
  return (
    <div ref={words} tabIndex={-1} data-testid="check-verdict" className="grid gap-3 outline-none">
      <div role="status">
        {isRunning && <p className="text-muted">{t('check.running')}</p>}
        {isShown && verdict && <Seen verdict={verdict} />}
      </div>
      {isShown && verdict && <Proposals devices={devices} state={state} verdict={verdict} onTaken={focus} />}
    </div>
  );
}

function Seen({ verdict: { detail, size } }: { verdict: Verdict }) {
  const { t } = useTranslation('call');
  const numbers = useNumbers();
  return (
    <p className="flex items-start gap-3 text-lg font-semibold">
      <Eye aria-hidden size={24} className="mt-0.5 shrink-0 text-accent-text" />
      <span>
        <span className="block text-sm font-normal text-muted">{t('check.theySee')}</span>
        {detail
          ? t(`check.grade.${detail.grade}`, { degrees: numbers.whole(detail.degrees) })
          : t('check.grade.flat', { size: numbers.size(size) })}
        {detail && detail.whole !== null && (
          <span className="block text-sm font-normal text-muted">
            {t('check.whole', { degrees: numbers.whole(detail.whole) })}
          </span>
        )}
      </span>
    </p>
  );
}

type ProposalsProps = VerdictWordsProps & { verdict: Verdict; onTaken(): void };

function Proposals({ devices, state, verdict, onTaken }: ProposalsProps) {
  const { t } = useTranslation('call');
  const { megabits, whole } = useNumbers();
  const names = useDeviceNames(devices.cameras);
  const { proposal, warnings } = verdict;
  const camera = proposeCamera(devices);
  const format = proposeFormat(devices);
  const { uplink, encoder } = state.measures;
  const rates = {
    rate: megabits(uplink?.bitrate ?? 0),
    frames: whole(encoder?.framesPerSecond ?? 0),
    size: `${encoder?.width} × ${encoder?.height}`,
  };
  const take = (change: () => void) => {
    change();
    onTaken();
  };
  const quality = proposal && t(`quality.${proposal.quality}`);
  const isUnmeasured = proposal?.reason === 'encoder' && encoder?.framesPerSecond === null;
  return (
    <>
      {proposal && quality && (
        <Alert tone="info">
          {t(`check.propose.${isUnmeasured ? 'software' : proposal.reason}`, { quality, ...rates })}
          <Button variant="secondary" onClick={() => take(() => chooseQuality(proposal.quality))}>
            {t('check.choose', { name: quality })}
          </Button>
        </Alert>
      )}
      {format && (
        <Alert tone="info">
          {t('check.propose.format')}
          <Button variant="secondary" onClick={() => take(() => chooseProjection(format))}>
            {t('check.choose', { name: t(`projection.${format}`) })}
          </Button>
        </Alert>
      )}
      {camera && (
        <Alert tone="info">
          {t('check.propose.camera', { name: names[devices.cameras.indexOf(camera)] ?? '' })}
          <Button variant="secondary" onClick={() => take(() => void chooseCamera(camera.id))}>
            {t('devices.use')}
          </Button>
        </Alert>
      )}
      {warnings.map((warning) => (
        <Alert key={warning} tone="info">
          {t(`check.warning.${warning}`)}
        </Alert>
      ))}
    </>
  );
}
