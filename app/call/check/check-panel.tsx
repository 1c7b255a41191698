import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useLongDate } from '#app/components/page/use-long-moment.ts';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type DeviceState, deviceStore } from '../devices/device-store.ts';
import { Check, STEPS } from './check.ts';
import { Step } from './step.tsx';
import { VerdictWords } from './verdict-words.tsx';

type CheckPanelProps = { devices: DeviceState; onClose(): void };

/** The check, in place of the device fields. It starts by itself unless it ran in the last week. */
export default function CheckPanel({ devices, onClose }: CheckPanelProps) {
  // Another camera needs another check.
  return <CheckOfCamera key={devices.video?.id} devices={devices} onClose={onClose} />;
}

function CheckOfCamera({ devices, onClose }: CheckPanelProps) {
  const { t } = useTranslation('call');
  const date = useLongDate();
  const [check] = useState(() => new Check(deviceStore.getState));
  const state = useStore(check.store);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    check.begin();
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView();
    return () => check.stop();
  }, [check]);
  return (
    <section className="grid gap-4" aria-labelledby="check-title">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 ref={title} id="check-title" tabIndex={-1} className="scroll-mt-24 font-semibold outline-none">
          {t('check.title')}
        </h3>
        <Button variant="quiet" onClick={onClose}>
          {t('check.close')}
        </Button>
      </div>
      <VerdictWords devices={devices} state={state} />
      <ul className="grid divide-y divide-line">
        {STEPS.map((name) => (
          <Step key={name} name={name} state={state} projection={devices.projection} check={check} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          {state.recalledAt !== null && t('check.checkedOn', { date: date(new Date(state.recalledAt)) })}
        </p>
        <Button variant="secondary" onClick={() => void check.runAll()}>
          {t('check.all')}
        </Button>
      </div>
    </section>
  );
}
