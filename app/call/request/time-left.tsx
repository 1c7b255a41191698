import { useTranslation } from '#app/i18n/use-translation.ts';
import { useSecondsLeft } from '../setup/use-seconds-left.ts';

/** Seconds at which screen readers announce the time. */
const TOLD = [10, 30] as const;

/**
 * How long a request will still ring.
 * @param until in ms on the monotonic clock
 */
export function TimeLeft({ until }: { until: number }) {
  const { t } = useTranslation('call');
  const count = useSecondsLeft(until);
  const told = TOLD.find((seconds) => count <= seconds);
  return (
    <>
      <p role="timer" className="tabular-nums">
        {t('request.left', { count })}
      </p>
      <p role="status" className="sr-only">
        {told !== undefined && t('request.left', { count: told })}
      </p>
    </>
  );
}
