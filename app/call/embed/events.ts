import type { EmbedEvent } from '#protocol/embed.ts';
import { type CallState, isEnded } from '../state/call-state.ts';

const panocall = 1 as const;

/** Events between two states of a call that are reported to the embedding page. */
export function eventsOf(before: CallState | null, now: CallState | null): EmbedEvent[] {
  if (!now) return [];
  const same = before?.token === now.token ? before : null;
  const events: EmbedEvent[] = [];
  const has = (of: (state: CallState) => boolean) => of(now) && !(same && of(same));
  if (has(({ joined }) => joined)) events.push({ panocall, type: 'joined' });
  if (has(({ channel }) => channel?.status === 'STARTED')) events.push({ panocall, type: 'started' });
  if (has(({ channel }) => isEnded(channel)))
    events.push({ panocall, type: 'ended', reason: now.channel?.endReason ?? 'server' });
  else if (has(({ refusal }) => refusal !== null) && !isEnded(now.channel))
    events.push({ panocall, type: 'error', code: now.refusal ?? 'SERVER_ERROR' });
  return events;
}
