import { SignalLow } from 'lucide-react';
import { useLasting } from '#app/components/page/use-lasting.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { connectionProblem, type Measured } from './connection-problem.ts';

/** A shorter drop is not worth a notice. */
const BRIEF_MS = 5_000;
/** The problem in words; null if there is none. */
export function useConnectionText(shown: Measured): string | null {
  const { t } = useTranslation('call');
  const problem = connectionProblem(shown);
  return problem && t(`connection.${problem}`);
}

/** Says that the connection is bad while it is; a slightly slow one is named only in the panel. */
export function ConnectionNotice(shown: Measured) {
  const { t } = useTranslation('call');
  const found = connectionProblem(shown);
  const problem = found === 'weak' || found === 'soft' ? found : null;
  const lasts = useLasting(problem, BRIEF_MS);
  return (
    <div role="status" className="empty:hidden">
      {problem && lasts && (
        <p className="flex items-center gap-2 rounded-full bg-ink/90 px-4 py-2 text-sm">
          <SignalLow aria-hidden size={18} className="shrink-0 text-fair" />
          {t(`connection.${problem}`)}
        </p>
      )}
    </div>
  );
}
