import { MonitorOff, MonitorUp } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { PanelButton } from '#app/sphere/vr/panel.tsx';
import { usePlayback } from '../media/use-playback.ts';
import { callStore } from '../state/call-store.ts';

/**
 * The other person's shared screen in a headset.
 * @returns `player`: its invisible element, which the page has to render; `shown`: the same unless the viewer has hidden
 *   the screen
 */
export function useHeadsetScreen(): {
  player: ReactNode;
  shown: HTMLVideoElement | null;
  buttons: PanelButton[];
} {
  const { t } = useTranslation('call');
  const track = useStore(callStore, ({ call }) => call?.remoteScreen.video ?? null);
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  /** The next one is shown again. */
  const [hidden, setHidden] = useState<MediaStreamTrack | null>(null);
  const stream = useMemo(() => track && new MediaStream([track]), [track]);
  usePlayback(element, stream);
  if (!track) return { player: null, shown: null, buttons: [] };
  const isHidden = hidden === track;
  return {
    player: <video ref={setElement} muted playsInline hidden />,
    shown: isHidden ? null : element,
    buttons: [
      {
        id: isHidden ? 'show screen' : 'hide screen',
        icon: isHidden ? MonitorUp : MonitorOff,
        label: t(isHidden ? 'vr.showScreen' : 'vr.hideScreen'),
        onPress: () => setHidden(isHidden ? null : track),
      },
    ],
  };
}
