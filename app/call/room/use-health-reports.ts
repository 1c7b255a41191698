import { useEffect } from 'react';
import { SAMPLE_MS } from '#protocol/call-health.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { type CallHealthBefore, makeHealthReport } from '../media/call-health.ts';
import { readStats } from '../media/stats.ts';
import { otherSeat } from '../state/call-state.ts';
import { callStore, currentCall, requireCall } from '../state/call-store.ts';

/** Whether the other side sends a picture, and this page is visible. */
function isPictureDue(): boolean {
  const { call } = callStore.getState();
  const cameras = call ? (otherSeat(call)?.producers ?? []) : [];
  return (
    document.visibilityState === 'visible' &&
    cameras.some(({ source, paused }) => source === 'camera' && !paused)
  );
}

/** While mounted, reports to the server the part of the call health that only this browser can measure. */
export function useHealthReports(): void {
  useEffect(() => {
    let before: CallHealthBefore | null = null;
    let wasDue = false;
    const report = async () => {
      const reports = await currentCall()?.stats();
      if (!reports) return;
      const isDue = isPictureDue();
      const read = makeHealthReport(readStats(reports, before, performance.now()), before, isDue && wasDue);
      before = read.before;
      wasDue = isDue;
      await requireCall().say('reportHealth', read.report);
    };
    const timer = setInterval(() => {
      report().catch((error: unknown) => {
        // A server of an earlier version counts unknown messages against the client.
        if (error instanceof ProtocolError && error.code === 'UNKNOWN_MESSAGE') clearInterval(timer);
        else if (!(error instanceof ProtocolError)) throw error;
      });
    }, SAMPLE_MS);
    return () => clearInterval(timer);
  }, []);
}
