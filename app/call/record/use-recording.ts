import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { chime } from '../notices/chime.ts';
import { notify } from '../notices/notice-store.ts';
import { type CallState, otherSeat } from '../state/call-state.ts';
import { askToRecord, canRecord, endOwn, recordingStore, recordingsOf, wasSaved } from './recording-store.ts';

/** Announces changes of this side's recording, and of the other one's. @returns the action of key and menu */
export function useRecording(call: CallState): () => Promise<void> {
  const { t } = useTranslation('call');
  const { own, other } = recordingsOf(call);
  const isSilent = useStore(recordingStore, (state) => state.isSilent);
  const before = useRef({ own, other });
  const hasLenses = otherSeat(call)?.camera?.projection === 'dual-fisheye';

  // biome-ignore lint/correctness/useExhaustiveDependencies: for each change of the recordings
  useEffect(() => {
    const was = before.current;
    before.current = { own, other };
    if (own !== was.own) {
      if (own === 'on') notify(t(hasLenses ? 'recording.begunLenses' : 'recording.begun'));
      if (own === 'off') void endText(was.own).then((text) => notify(t(text)));
    }
    if (other !== was.other) {
      if (other === 'asked') notify(t('recording.question.title'));
      if (other === 'on') notify(t('recording.begunOther'));
      if (was.other === 'on') notify(t('recording.endedOther'));
    }
    const isOn = own === 'on' || other === 'on';
    const wasOn = was.own === 'on' || was.other === 'on';
    if (isOn !== wasOn) chime(isOn ? 'rising' : 'falling');
    else if (other === 'asked' && was.other === 'off') chime('rising');
  }, [own, other]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: announced once, even if the language changes
  useEffect(() => {
    if (isSilent) notify(t('recording.silent'));
  }, [isSilent]);

  return async () => {
    if (own !== 'off') return endOwn();
    if (!canRecord()) return notify(t('recording.problem.unsupported'));
    notify(t((await askToRecord()) ? 'recording.asked' : 'recording.unavailable'));
  };
}

/** Text for the end of a question or a recording, once it is known whether there is a file. */
async function endText(was: 'off' | 'asked' | 'on') {
  const { endedBy, isCutOff } = recordingStore.getState();
  if (was === 'on' && endedBy !== 'unsupported' && !(await wasSaved())) return 'recording.problem.empty';
  if (endedBy === 'own') return was === 'on' ? 'recording.ended' : 'recording.takenBack';
  if (endedBy === 'time') return 'recording.noAnswer';
  if (endedBy !== null) return `recording.problem.${endedBy}` as const;
  // Withdrawn along with the connection, or forgotten by a restarted server.
  if (isCutOff) return was === 'on' ? 'recording.problem.lost' : 'recording.noAnswer';
  return was === 'on' ? 'recording.endedByOther' : 'recording.declined';
}
