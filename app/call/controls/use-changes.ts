import { useEffect, useRef } from 'react';
import type { Translate } from '#app/i18n/translate.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Source } from '#protocol/channel.ts';
import { chatStore } from '../chat/chat-store.ts';
import { type ConnectionHealth, connectionHealth } from '../media/stats.ts';
import { directionInWords } from '../pointing/bearing.ts';
import { type Mark, markStore } from '../pointing/mark-store.ts';
import { type CallState, otherSeat } from '../state/call-state.ts';
import type { ShownStats } from './use-call-stats.ts';

/** The parts of a call whose changes are announced. */
export type Moment = {
  /** Of the other person. */
  muted: boolean;
  cameraOff: boolean;
  handRaised: boolean;
  away: boolean;
  /** Of this side's connection; null while unknown, as is `size`. */
  connection: ConnectionHealth | null;
  /** Size of the other person's video as it arrives: `1920 × 960`. */
  size: string | null;
  /** Number of messages from the other person so far. */
  messages: number;
  /** The other person's latest mark. */
  mark: Mark | null;
};

/** The differences between two moments, as sentences without full stops, the most urgent first. */
export function changesInWords(before: Moment, now: Moment, t: Translate<'call'>): string[] {
  const said: string[] = [];
  if (now.away !== before.away) said.push(t(now.away ? 'changes.away' : 'changes.back'));
  if (now.muted !== before.muted) said.push(t(now.muted ? 'changes.muted' : 'changes.unmuted'));
  if (now.cameraOff !== before.cameraOff)
    said.push(t(now.cameraOff ? 'changes.cameraOff' : 'changes.cameraOn'));
  if (now.handRaised !== before.handRaised)
    said.push(t(now.handRaised ? 'changes.handRaised' : 'changes.handLowered'));
  const messages = now.messages - before.messages;
  if (messages > 0) said.push(t('changes.messages', { count: messages }));
  if (now.mark && now.mark !== before.mark) {
    const place = directionInWords(now.mark, (name, degrees) => t(`mark.${name}`, { degrees }));
    said.push(t(`mark.${now.mark.picture}`, { place }));
  }
  if (now.connection && before.connection && now.connection !== before.connection)
    said.push(t(`stats.${now.connection}`));
  if (now.size && before.size && now.size !== before.size) said.push(t('changes.size', { size: now.size }));
  return said;
}

function momentOf(call: CallState, stats: ShownStats | null, mark: Mark | null): Moment {
  const other = otherSeat(call);
  const paused = (source: Source) =>
    other?.producers.find((producer) => producer.source === source)?.paused === true;
  const { width, height } = stats?.received ?? {};
  return {
    muted: paused('microphone'),
    cameraOff: paused('camera'),
    handRaised: other?.handRaised === true,
    away: other?.connected === false,
    connection: stats && connectionHealth(stats),
    size: width && height ? `${width} × ${height}` : null,
    messages: chatStore.getState().messages.filter(({ own }) => !own).length,
    mark,
  };
}

/** @returns a function that tells how the call has changed since its last call, or since the call's start */
export function useChanges(call: CallState, stats: ShownStats | null): () => string {
  const { t } = useTranslation('call');
  const mark = useRef<Mark | null>(null);
  const before = useRef<Moment | null>(null);
  const present = momentOf(call, stats, mark.current);
  before.current ??= present;
  // The first measurements come after the call's start.
  before.current.connection ??= present.connection;
  before.current.size ??= present.size;
  useEffect(
    () =>
      markStore.subscribe(({ mark: shown }) => {
        if (shown?.by === 'other') mark.current = shown;
      }),
    [],
  );
  return () => {
    // Messages and marks may be newer than the last rendering.
    const now = momentOf(call, stats, mark.current);
    const said = changesInWords(before.current ?? now, now, t);
    before.current = now;
    return said.length > 0 ? t('changes.since', { changes: said.join('. ') }) : t('changes.none');
  };
}
