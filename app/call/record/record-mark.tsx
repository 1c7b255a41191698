import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { CallState } from '../state/call-state.ts';
import { recordingsOf, stopRecordings } from './recording-store.ts';

/** Mark over the picture while the call is being recorded, or while this side waits for the answer. */
export function RecordMark({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const { own, other } = recordingsOf(call);
  const isOn = own === 'on' || other === 'on';
  if (!isOn && own !== 'asked') return null;
  return (
    <div className="absolute top-37 left-4 z-20 flex items-center gap-2 rounded-full bg-ink/90 py-1 pr-1 pl-4 text-sm font-semibold text-white sm:top-20 sm:left-1/2 sm:-translate-x-1/2 lg:top-5">
      {isOn ? (
        <>
          <span aria-hidden className="size-3 rounded-full bg-danger ring-2 ring-white" />
          <span data-testid="recording">{t('recording.mark')}</span>
          <Lasted call={call} />
        </>
      ) : (
        <span>{t('recording.waiting')}</span>
      )}
      <MarkButton onClick={() => stopRecordings(call)}>
        {t(isOn ? 'recording.stopNow' : 'recording.cancel')}
      </MarkButton>
    </div>
  );
}

function MarkButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <Button variant="quiet" className="min-h-9 border border-white/40 px-3 text-white" onClick={onClick}>
      {children}
    </Button>
  );
}

/** Duration of the longer one of the recordings. */
function Lasted({ call: { channel, channelAt } }: { call: CallState }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const { host, guest } = channel?.recordedMs ?? { host: null, guest: null };
  const lastedMs = Math.max(host ?? 0, guest ?? 0) + Math.max(0, now - channelAt);
  return (
    // `timer`, which is not announced each second.
    <span role="timer" className="tabular-nums">
      {formatSeconds(Math.floor(lastedMs / 1_000))}
    </span>
  );
}
