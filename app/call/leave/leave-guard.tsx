import { useBlocker } from '@remix-run/react';
import { useEffect } from 'react';
import { inTime } from '#app/components/page/in-time.ts';
import { inLanguage } from '#app/i18n/languages.ts';
import { isEmbedded } from '../embed/embedding.ts';
import { callStore, leaveCall } from '../state/call-store.ts';
import { atStake } from './at-stake.ts';
import { LeaveQuestion } from './leave-question.tsx';
import { useLeaveQuestion } from './use-leave-question.ts';

/** Time for the server to learn that this side left, before the browser goes to another site. */
const FAREWELL_MS = 1_000;

/**
 * Asks before Back, or a link on the page, ends the call. In a page of another site only before a link: Back goes
 * through the history of both pages.
 * @param settled whether the page's address is final, so that Back can be held by an entry with the same
 */
export function LeaveGuard({ settled }: { settled: boolean }) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const [from, to] = [currentLocation, nextLocation].map(({ pathname }) => inLanguage(pathname, 'en'));
    // From the code to its room, or to another language.
    if (from && to?.startsWith(from)) return false;
    // An open question about Back has been answered by another Back.
    return atStake(callStore.getState()) !== null && !asked;
  });
  const isBlocked = blocker.state === 'blocked';
  const { stake, asked, stay } = useLeaveQuestion(settled && blocker.state === 'unblocked' && !isEmbedded());
  const isFree = stake === null;
  useEffect(() => {
    if (isFree && blocker.state === 'blocked') blocker.reset();
  }, [isFree, blocker]);

  const leave = async () => {
    if (isBlocked) return blocker.proceed();
    await inTime(leaveCall(), FAREWELL_MS, () => new Error('not told')).catch(() => {});
    // Without an earlier page nothing happens, and the end screen stays.
    history.back();
  };
  return (
    <LeaveQuestion
      about={asked || isBlocked ? stake : null}
      onStay={() => (isBlocked ? blocker.reset() : stay())}
      onLeave={() => void leave()}
    />
  );
}
