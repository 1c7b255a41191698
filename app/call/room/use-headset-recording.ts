import { CircleStop } from 'lucide-react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { PanelButton } from '#app/sphere/vr/panel.tsx';
import { recordingsOf, stopRecordings } from '../record/recording-store.ts';
import { callStore } from '../state/call-store.ts';

/** A headset's button that stops a recording: agreeing in the headset can be withdrawn there. */
export function useHeadsetRecording(): PanelButton[] {
  const { t } = useTranslation('call');
  const isRecorded = useStore(callStore, ({ call }) => {
    const { own, other } = recordingsOf(call);
    return own === 'on' || other === 'on';
  });
  if (!isRecorded) return [];
  return [
    {
      id: 'stop recording',
      icon: CircleStop,
      label: t('recording.stop'),
      onPress: () => stopRecordings(callStore.getState().call),
    },
  ];
}
