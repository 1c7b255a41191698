import { Check, PhoneOff, Undo2, X } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { VrQuestion } from '#app/sphere/vr/question.tsx';
import { answer, recordingsOf } from '../record/recording-store.ts';
import { callStore, leaveCall } from '../state/call-store.ts';

/** Without an answer for this long, the viewer stays. */
const LEAVING_MS = 15_000;

/** What a headset asks: whether the other person may record, and whether the viewer wants to leave the call. */
export function useHeadsetQuestion(): { question: VrQuestion | null; askToLeave(): void } {
  const { t } = useTranslation('call');
  const isAsked = useStore(callStore, ({ call }) => recordingsOf(call).other === 'asked');
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setLeaving(false), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  const askToLeave = useCallback(() => setLeaving(true), []);

  const recording: VrQuestion = {
    id: 'record',
    texts: [t('recording.question.byOther'), t('recording.question.kept')],
    buttons: [
      {
        id: 'decline',
        icon: X,
        label: t('recording.question.decline'),
        onPress: () => void answer(false),
      },
      { id: 'agree', icon: Check, label: t('recording.question.agree'), onPress: () => void answer(true) },
    ],
  };
  const leaving: VrQuestion = {
    id: 'leave',
    texts: [t('vr.endQuestion')],
    buttons: [
      { id: 'stay', icon: Undo2, label: t('vr.stay'), onPress: () => setLeaving(false) },
      { id: 'leave call', icon: PhoneOff, label: t('vr.end'), onPress: () => void leaveCall() },
    ],
  };
  return { question: isAsked ? recording : isLeaving ? leaving : null, askToLeave };
}
