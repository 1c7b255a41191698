import { useBlocker, useNavigate } from '@remix-run/react';
import { useEffect, useState } from 'react';
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
  const navigate = useNavigate();
  const [link, setLink] = useState<string | null>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const [from, to] = [currentLocation, nextLocation].map(({ pathname }) => inLanguage(pathname, 'en'));
    // From the code to its room, or to another language.
    if (from && to?.startsWith(from)) return false;
    // An open question about Back has been answered by another Back.
    return atStake(callStore.getState()) !== null && !asked;
  });
  const { stake, asked, stay } = useLeaveQuestion(settled && link === null && !isEmbedded());
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { pathname, search, hash } = blocker.location;
    setLink(pathname + search + hash);
    // Not kept blocked until the answer: any navigation of the page meanwhile, as of its query, would end that.
    blocker.reset();
  }, [blocker]);
  const isFree = stake === null;
  useEffect(() => {
    if (isFree) setLink(null);
  }, [isFree]);

  const leave = async () => {
    await inTime(leaveCall(), FAREWELL_MS, () => new Error('not told')).catch(() => {});
    if (link !== null) navigate(link, { viewTransition: true });
    // Without an earlier page nothing happens, and the end screen stays.
    else history.back();
  };
  return (
    <LeaveQuestion
      about={asked || link !== null ? stake : null}
      onStay={() => (link === null ? stay() : setLink(null))}
      onLeave={() => void leave()}
    />
  );
}
