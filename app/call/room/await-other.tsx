import { useNavigate } from '@remix-run/react';
import { useStore } from 'zustand';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { deviceStore, isStreamed } from '../devices/device-store.ts';
import { isEmbedded } from '../embed/embedding.ts';
import { LocationSwitch } from '../setup/location-switch.tsx';
import { StreamPanel } from '../setup/stream-panel.tsx';
import type { CallState } from '../state/call-state.ts';
import { leaveCall, resetCall } from '../state/call-store.ts';
import { Panel } from './panel.tsx';
import { StatusScreen } from './status-screen.tsx';

/** Screen of a host alone in a room reserved for one guest: there is no code to share. */
export function AwaitGuest({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const streamed = useStore(deviceStore, isStreamed);
  return (
    <Panel title={t('room.waitingGuest')}>
      <p className="text-muted">{t('room.waitingGuestText')}</p>
      <div role="status" className="empty:hidden">
        {call.connection === 'reconnecting' && <Alert tone="error">{t('room.reconnecting')}</Alert>}
        {call.channel?.visited && <Alert tone="info">{t('code.visited')}</Alert>}
      </div>
      {streamed && <StreamPanel call={call} />}
      <LocationSwitch waiting />
      <div className="flex justify-end">
        <Button variant="secondary" onClick={() => void leaveCall()}>
          {t('start.close')}
        </Button>
      </div>
    </Panel>
  );
}

/** Screen of a guest before the host has opened the room. */
export function AwaitHost({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const navigate = useNavigate();
  const localePath = useLocalePath();
  const leave = async () => {
    await resetCall();
    navigate(localePath(call.channel?.reserved ? '/personal/booking' : '/'));
  };
  const isBack = call.connection !== 'reconnecting';
  return (
    <StatusScreen
      title={t('room.waitingHost')}
      text={t(isBack ? 'room.waitingHostText' : 'room.reconnecting')}
    >
      {/* No other page of the site belongs in the page of another product. */}
      {!isEmbedded() && (
        <Button variant="secondary" onClick={() => void leave()}>
          {t('start.close')}
        </Button>
      )}
    </StatusScreen>
  );
}
