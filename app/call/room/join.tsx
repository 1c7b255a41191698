import { useEffect } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { preparePanoramaView } from '#app/sphere/load.ts';
import type { SeatName } from '#protocol/channel.ts';
import { DeviceSetup } from '../devices/choose.tsx';
import { isStraight } from '../devices/device-store.ts';
import { useDevices } from '../devices/use-devices.ts';
import { approachRoom, enterRoom } from '../state/call-store.ts';
import { Notice } from './notice.tsx';
import { Panel } from './panel.tsx';

type JoinProps = { token: string; seat: SeatName; skip: boolean };

/** Before the room: the seat is requested while the devices are being opened or chosen. */
export function Join({ token, seat, skip }: JoinProps) {
  const { t } = useTranslation('call');
  const devices = useDevices();
  const goIn =
    devices.status === 'ready' && !devices.problem && (skip || (seat === 'guest' && isStraight(devices)));
  // A host needs camera and microphone, as for creating the room.
  const mayJoin = devices.status === 'ready' && (seat === 'guest' || (devices.video && devices.audio));

  useEffect(() => approachRoom(token, seat), [token, seat]);
  useEffect(() => void preparePanoramaView(), []);
  useEffect(() => {
    if (goIn) void enterRoom();
  }, [goIn]);

  if (goIn) return <Notice title={t('room.connecting')} text={t('room.connectingText')} />;
  return (
    <Panel title={t('join.title')}>
      <DeviceSetup devices={devices}>
        <Button disabled={!mayJoin || devices.problem === 'unsupported'} onClick={() => void enterRoom()}>
          {t('join.join')}
        </Button>
      </DeviceSetup>
    </Panel>
  );
}
