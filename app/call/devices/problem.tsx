import { X } from 'lucide-react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { CameraHelp } from './camera-help.tsx';
import type { DeviceState } from './device-store.ts';
import { retryDevices } from './open-devices.ts';

type DeviceProblemProps = {
  devices: DeviceState;
  /** If the problem can be dismissed. */
  onClose?: () => void;
};

/** The problem with camera or microphone, and how to fix it. */
export function DeviceProblem({ devices, onClose }: DeviceProblemProps) {
  const { t } = useTranslation('call');
  const { status, undetected, cameras, microphones } = devices;
  // What opening them found out is more to the point.
  const problem = devices.problem ?? (undetected ? 'busy' : null);
  if (status === 'asking' && !undetected) return <Alert tone="info">{t('devices.asking')}</Alert>;
  if (status !== 'ready' && !undetected) return null;
  if (problem) {
    return (
      <Alert tone="error">
        <span>
          {t(`problem.${problem}`)}
          {problem === 'denied' && <span className="block font-normal">{t('problem.enableDevices')}</span>}
        </span>
        <span className="flex items-center gap-2">
          {problem !== 'unsupported' && (
            <Button variant="secondary" onClick={() => void retryDevices()}>
              {t('devices.retry')}
            </Button>
          )}
          {onClose && (
            <IconButton tone="quiet" label={t('start.close')} onClick={onClose}>
              <X />
            </IconButton>
          )}
        </span>
      </Alert>
    );
  }
  // The lists always include the entry for no device.
  if (microphones.length <= 1) return <Alert tone="error">{t('problem.noMicrophone')}</Alert>;
  if (cameras.length <= 1) {
    return (
      <Alert tone="info">
        {t('problem.noCamera')}
        <CameraHelp />
      </Alert>
    );
  }
  return null;
}
