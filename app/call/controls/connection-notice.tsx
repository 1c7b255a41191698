import { SignalLow } from 'lucide-react';
import { useLasting } from '#app/components/page/use-lasting.ts';
import { useLanguage } from '#app/i18n/locale.tsx';
import { formatTenths } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type CallState, cameraLag, isOutOfOrder } from '../state/call-state.ts';
import { connectionProblem, type Measured } from './connection-problem.ts';

/** A shorter drop is not worth a notice. */
const BRIEF_MS = 5_000;
/** The problem in words; null if there is none. */
export function useConnectionText(shown: Measured): string | null {
  const { t } = useTranslation('call');
  const ofCamera = useCameraText(shown.call);
  const problem = connectionProblem(shown);
  return problem ? t(`connection.${problem}`) : ofCamera;
}

/** What is wrong with the pictures of a program's camera, in words; null if nothing is. */
function useCameraText(call: CallState): string | null {
  const { t } = useTranslation('call');
  const language = useLanguage();
  // Only the host can change how their program encodes.
  if (call.seat === 'host' && isOutOfOrder(call)) return t('connection.outOfOrder');
  const lag = cameraLag(call);
  return lag > 0 ? t('connection.late', { seconds: formatTenths(lag, language) }) : null;
}

/** Says that the connection is bad while it is; a slightly slow one is named only in the panel. */
export function ConnectionNotice(shown: Measured) {
  const { t } = useTranslation('call');
  const found = connectionProblem(shown);
  const ofCamera = useCameraText(shown.call);
  const problem = found === 'weak' || found === 'soft' ? found : null;
  const lasts = useLasting(problem ?? (ofCamera && 'camera'), BRIEF_MS);
  const text = problem ? t(`connection.${problem}`) : ofCamera;
  return (
    <div role="status" className="empty:hidden">
      {text && lasts && (
        <p className="flex items-center gap-2 rounded-full bg-ink/90 px-4 py-2 text-sm">
          <SignalLow aria-hidden size={18} className="shrink-0 text-fair" />
          {text}
        </p>
      )}
    </div>
  );
}
