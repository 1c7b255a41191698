import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { isOtherHandRaised } from '../hand/hand.ts';
import { noticeStore } from '../notices/notice-store.ts';
import { recordingsOf } from '../record/recording-store.ts';
import type { CallState } from '../state/call-state.ts';
import { useLacksText, useUnseenText } from './trouble.tsx';

/** Notices that a headset shows over the picture, one below the other, in place of those of the page. */
export function useHeadsetNotices(call: CallState, troubleText: string | null): string[] {
  const { t } = useTranslation('call');
  const { own, other } = recordingsOf(call);
  const isRecorded = own === 'on' || other === 'on';
  const notices = [
    troubleText,
    useUnseenText(call),
    useLacksText(call, troubleText),
    isRecorded ? t('recording.mark') : null,
    isOtherHandRaised(call) ? t('hand.other') : null,
    useStore(noticeStore, (state) => state.notice?.text ?? null),
  ];
  return notices.filter((text) => text !== null);
}
