import { SignalLow } from 'lucide-react';
import { useLasting } from '#app/components/page/use-lasting.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { SeenDetail } from '../check/detail.ts';
import { connectionHealth } from '../media/stats.ts';
import { type CallState, trouble } from '../state/call-state.ts';
import type { ShownStats } from './use-call-stats.ts';

/** A shorter drop is not worth a notice. */
const BRIEF_MS = 5_000;
/** Pixels per degree below which a picture looks soft: the lowest quality sends 1280 for 360 degrees, 3.6. */
const SOFT = 3;

type Shown = { call: CallState; stats: ShownStats | null; seen: SeenDetail | null };

/** Problem of this side's connection; null if it is good or unknown. */
export function connectionProblem({ call, stats, seen }: Shown): 'weak' | 'slow' | 'soft' | 'saved' | null {
  // During an interruption the measurements are from before it.
  if (!stats || trouble(call)) return null;
  const health = connectionHealth(stats);
  if (health === 'poor') return 'weak';
  if (seen?.limit === 'arriving' && seen.degrees < SOFT) return call.videoWish.saveData ? 'saved' : 'soft';
  return health === 'fair' ? 'slow' : null;
}

/** The problem in words; null if there is none. */
export function useConnectionText(shown: Shown): string | null {
  const { t } = useTranslation('call');
  const problem = connectionProblem(shown);
  return problem && t(`connection.${problem}`);
}

/** Says that the connection is bad while it is; a slightly slow one is named only in the panel. */
export function ConnectionNotice(shown: Shown) {
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
