import { SignalLow } from 'lucide-react';
import { useLasting } from '#app/components/page/use-lasting.ts';
import { useLanguage } from '#app/i18n/locale.tsx';
import { formatTenths } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type CallState, cameraLag } from '../state/call-state.ts';
import { connectionProblem, type Measured } from './connection-problem.ts';

/** A shorter drop is not worth a notice. */
const BRIEF_MS = 5_000;
/** The problem in words; null if there is none. */
export function useConnectionText(shown: Measured): string | null {
  const { t } = useTranslation('call');
  const late = useLateText(shown.call);
  const problem = connectionProblem(shown);
  return problem ? t(`connection.${problem}`) : late;
}

/** How late a program's camera is, in words; null if it is not. */
function useLateText(call: CallState): string | null {
  const { t } = useTranslation('call');
  const language = useLanguage();
  const lag = cameraLag(call);
  return lag > 0 ? t('connection.late', { seconds: formatTenths(lag, language) }) : null;
}

/** Says that the connection is bad while it is; a slightly slow one is named only in the panel. */
export function ConnectionNotice(shown: Measured) {
  const { t } = useTranslation('call');
  const found = connectionProblem(shown);
  const late = useLateText(shown.call);
  const problem = found === 'weak' || found === 'soft' ? found : null;
  const lasts = useLasting(problem ?? (late && 'late'), BRIEF_MS);
  const text = problem ? t(`connection.${problem}`) : late;
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
