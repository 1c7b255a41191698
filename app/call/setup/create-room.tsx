import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { hasBoth } from '../devices/device-store.ts';
import { Needs } from '../devices/needs.tsx';
import { useDevices } from '../devices/use-devices.ts';
import { callStore, createRoom, dispatchSetup } from '../state/call-store.ts';
import { lookForRegion } from '../state/nearest-region.ts';
import { GreenRoom } from './green-room.tsx';

/** Creating a room needs a camera and a microphone. */
export function CreateRoom({ creating }: { creating: boolean }) {
  const { t } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  // It retries automatically.
  const unreachable = useStore(callStore, ({ call }) => call?.connection === 'reconnecting');
  const devices = useDevices();
  useEffect(lookForRegion, []);
  return (
    <GreenRoom hosts devices={devices} note={<Needs devices={devices} id="create-needs" />}>
      {creating && unreachable && <Alert tone="error">{errorText('UNAVAILABLE')}</Alert>}
      <Button variant="quiet" disabled={creating} onClick={() => dispatchSetup({ type: 'BACK' })}>
        {t('start.back')}
      </Button>
      <Button
        busy={creating}
        disabled={!hasBoth(devices) || creating}
        aria-describedby="create-needs"
        onClick={() => void createRoom()}
      >
        {creating ? t('create.creating') : t('create.create')}
      </Button>
    </GreenRoom>
  );
}
