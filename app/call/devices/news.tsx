import { X } from 'lucide-react';
import { useStore } from 'zustand';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { shortLabel } from '#protocol/cameras.ts';
import type { MediaKind } from '#protocol/channel.ts';
import { BlurNews } from './blur/blur-field.tsx';
import { deviceStore } from './device-store.ts';
import { chooseCamera, chooseMicrophone, dismissNews } from './open-devices.ts';
import { DeviceProblem } from './problem.tsx';
import { useDeviceNames } from './use-devices.ts';

/** Events of devices: could not be opened, unplugged, connected, paused by the system. */
export function DeviceNews() {
  const devices = useStore(deviceStore);
  const { cameras, microphones, awaited, problem } = devices;
  const cameraNames = useDeviceNames(cameras);
  const microphoneNames = useDeviceNames(microphones);
  const nameOf = (options: readonly { id: string }[], names: string[]) => (wanted: string) =>
    names[options.findIndex(({ id }) => id === wanted)] ?? '';
  return (
    <>
      {awaited && problem && (
        <DeviceProblem devices={devices} onClose={() => deviceStore.setState({ awaited: false })} />
      )}
      <BlurNews />
      <News kind="video" nameOf={nameOf(cameras, cameraNames)} />
      <News kind="audio" nameOf={nameOf(microphones, microphoneNames)} />
    </>
  );
}

function News({ kind, nameOf }: { kind: MediaKind; nameOf(id: string): string }) {
  const { t } = useTranslation('call');
  const devices = useStore(deviceStore);
  const offered = devices.offered[kind];
  const lost = devices.lost[kind];
  const isOpen = devices[kind] !== null && !devices.opening[kind];
  const lostText = (name: string) => {
    if (!isOpen) return t('devices.lost', { name });
    const other = nameOf(kind === 'video' ? devices.cameraId : devices.microphoneId);
    return t('devices.lostNow', { name, other });
  };
  const choose = kind === 'video' ? chooseCamera : chooseMicrophone;
  return (
    <>
      {devices.interrupted[kind] && <Alert tone="info">{t(`devices.interrupted.${kind}`)}</Alert>}
      {(offered ?? lost) !== null && (
        <Alert tone="info">
          {offered
            ? t('devices.connected', { name: nameOf(offered) })
            : lost !== null && lostText(shortLabel(lost))}
          <span className="flex items-center gap-2">
            {offered && (
              <Button variant="secondary" onClick={() => void choose(offered)}>
                {t('devices.use')}
              </Button>
            )}
            <IconButton tone="quiet" label={t('start.close')} onClick={() => dismissNews(kind)}>
              <X />
            </IconButton>
          </span>
        </Alert>
      )}
    </>
  );
}
