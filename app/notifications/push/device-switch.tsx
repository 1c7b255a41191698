import { useRevalidator, useSubmit } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { OwnDevice } from './devices.server.ts';
import { type PushState, readPushState, turnOff, turnOn } from './subscription.ts';

type DeviceSwitchProps = {
  /** The site's public key, base64url. */
  publicKey: string;
  devices: Pick<OwnDevice, 'id' | 'endpoint'>[];
};

/** Switches push notifications on this device on or off. Renders nothing without JavaScript. */
export function DeviceSwitch({ publicKey, devices }: DeviceSwitchProps) {
  const { t } = useTranslation('notifications');
  const { revalidate } = useRevalidator();
  const submit = useSubmit();
  const [state, setState] = useState<PushState | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const endpoints = devices.map(({ endpoint }) => endpoint).join(' ');

  useEffect(() => {
    let isCurrent = true;
    // Browsers that forbid service workers, e.g. in private windows, reject this call.
    const known = readPushState(endpoints.split(' ')).catch(() => 'unsupported' as const);
    void known.then((read) => {
      if (isCurrent) setState(read);
    });
    return () => {
      isCurrent = false;
    };
  }, [endpoints]);

  if (state === null) return null;
  if (state === 'unsupported' || state === 'homeScreen')
    return <Alert tone="info">{t(`device.${state}`)}</Alert>;

  const change = async () => {
    setBusy(true);
    setFailed(false);
    try {
      if (state === 'on') {
        const registration = await navigator.serviceWorker.getRegistration();
        const own = (await registration?.pushManager.getSubscription())?.endpoint;
        await turnOff();
        const device = devices.find(({ endpoint }) => endpoint === own);
        if (device)
          submit({ intent: 'removeDevice', id: device.id }, { method: 'post', preventScrollReset: true });
      } else {
        await turnOn(publicKey);
        setState(await readPushState(endpoints.split(' ')));
        revalidate();
      }
    } catch {
      setFailed(true);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      {failed && <Alert tone="error">{t('device.failed')}</Alert>}
      {state === 'denied' && <Alert tone="error">{t('device.denied')}</Alert>}
      {state === 'on' && <Alert tone="success">{t('device.on')}</Alert>}
      <p>
        <Button
          variant={state === 'on' ? 'secondary' : 'primary'}
          busy={busy}
          disabled={busy}
          onClick={() => void change()}
        >
          {t(state === 'on' ? 'device.turnOff' : 'device.turnOn')}
        </Button>
      </p>
      {busy && state === 'off' && <p className="text-muted">{t('device.asking')}</p>}
    </>
  );
}
