import type { SeenDetail } from '../check/detail.ts';
import { type CallStats, connectionHealth } from '../media/stats.ts';
import { type CallState, trouble } from '../state/call-state.ts';

/** Pixels per degree below which a picture looks soft: the lowest quality sends 1280 for 360 degrees, 3.6. */
const SOFT = 3;

export type Measured = { call: CallState; stats: CallStats | null; seen: SeenDetail | null };

/** Problem of this side's connection; null if it is good or unknown. */
export function connectionProblem({
  call,
  stats,
  seen,
}: Measured): 'weak' | 'slow' | 'soft' | 'saved' | null {
  // During an interruption the measurements are from before it.
  if (!stats || trouble(call)) return null;
  const health = connectionHealth(stats);
  if (health === 'poor') return 'weak';
  if (seen?.limit === 'arriving' && seen.degrees < SOFT) return call.videoWish.saveData ? 'saved' : 'soft';
  return health === 'fair' ? 'slow' : null;
}
