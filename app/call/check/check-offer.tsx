import { Gauge } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useLazyPart } from '#app/components/page/lazy-part.ts';
import { useLongDate } from '#app/components/page/use-long-moment.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { DeviceState } from '../devices/device-store.ts';
import { recall, remember } from './remembered.ts';

const loadPanel = () => import('./check-panel.tsx');

/**
 * Offers the check of camera, device and connection, once a week for each camera.
 * @param children shown unless the check is open, which replaces them
 */
export function CheckOffer({ devices, children }: { devices: DeviceState; children: ReactNode }) {
  const { t } = useTranslation('call');
  const date = useLongDate();
  const { Part, state, request, trigger } = useLazyPart(loadPanel);
  const [isOpen, setOpen] = useState(false);
  const [, setPutOff] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const label = devices.video?.label ?? null;
  const known = label === null ? null : recall(label);
  const open = () => {
    setOpen(true);
    void request();
  };
  const close = () => {
    setOpen(false);
    place.current?.focus();
  };
  const putOff = () => {
    if (label !== null) remember(label, null);
    setPutOff(Date.now());
    place.current?.focus();
  };
  if (isOpen && Part) return <Part devices={devices} onClose={close} />;
  const isNews = label !== null && !known;
  return (
    <>
      {children}
      <div ref={place} tabIndex={-1} className="grid gap-2 outline-none">
        {isNews && <p className="text-sm text-muted">{t('check.offer')}</p>}
        <div className="flex flex-wrap items-center gap-3">
          <Button
            {...trigger}
            variant="secondary"
            disabled={devices.status !== 'ready'}
            busy={state === 'loading'}
            onClick={open}
          >
            <Gauge aria-hidden size={20} />
            {t('check.open')}
          </Button>
          {isNews && (
            <Button variant="quiet" onClick={putOff}>
              {t('check.notNow')}
            </Button>
          )}
          {known?.measures && (
            <span className="text-sm text-muted">
              {t('check.checkedOn', { date: date(new Date(known.at)) })}
            </span>
          )}
        </div>
        {state === 'failed' && <Alert tone="error">{t('check.failed.notLoaded')}</Alert>}
      </div>
    </>
  );
}
