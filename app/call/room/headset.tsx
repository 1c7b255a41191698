import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Glasses,
  Globe,
  LogOut,
  Map as MapIcon,
  Mic,
  MicOff,
  PhoneOff,
  ScanEye,
} from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { LookStore } from '#app/sphere/look/look-store.ts';
import type { PaintMeter } from '#app/sphere/paint/paint-meter.ts';
import type { PanoramaMode, SpherePicture } from '#app/sphere/picture.ts';
import type { PanelButton } from '#app/sphere/vr/panel.tsx';
import type { Vr } from '#app/sphere/vr/use-vr.ts';
import { VrView } from '#app/sphere/vr/vr-view.tsx';
import { useNewText } from '../chat/chat-preview.tsx';
import { deviceStore } from '../devices/device-store.ts';
import { useExtendButtons } from '../meter/use-extend-buttons.ts';
import type { Extending } from '../meter/use-extension.ts';
import { isOffered } from '../pad/offered.ts';
import { hold, padStore, release, releaseAll } from '../pad/pad-store.ts';
import { useMarkInWords } from '../pointing/mark-notice.tsx';
import { markStore } from '../pointing/mark-store.ts';
import { callStore, currentCall } from '../state/call-store.ts';
import { useHeadsetQuestion } from './use-headset-question.ts';
import { useHeadsetRecording } from './use-headset-recording.ts';
import { useHeadsetScreen } from './use-headset-screen.tsx';

/** Maximum length of a message: what can be read at a glance. */
const MOST_LETTERS = 160;

type HeadsetProps = {
  vr: Vr;
  session: XRSession;
  source: HTMLVideoElement;
  picture: SpherePicture;
  expectedHeight: number;
  off: boolean;
  mode: PanoramaMode;
  onMode(mode: PanoramaMode): void;
  look: LookStore;
  meter: PaintMeter;
  muted: boolean;
  extending: Extending;
  notices: readonly string[];
};

/** The call in a headset, with its own controls; the page shows where the picture is. */
export default function Headset({ vr, onMode, muted, extending, ...view }: HeadsetProps) {
  const { t } = useTranslation('call');
  const hasMicrophone = useStore(deviceStore, ({ audio }) => audio !== null);
  const padded = usePadded();
  const pad = usePadButtons();
  const extension = useExtendButtons(extending);
  const text = useNewText();
  const mark = useStore(markStore, (state) => (state.mark?.picture === 'other' ? state.mark : null));
  const shownPlace = useMarkInWords();
  const { question, askToLeave } = useHeadsetQuestion();
  const screen = useHeadsetScreen();
  const { session } = view;

  useEffect(() => {
    // A page does not get the release of a button while the system's menu is open.
    const onVisibility = () => {
      if (session.visibilityState !== 'visible') releaseAll();
    };
    session.addEventListener('visibilitychange', onVisibility);
    return () => session.removeEventListener('visibilitychange', onVisibility);
  }, [session]);

  const isMap = view.mode === 'equirectangular';
  const buttons: PanelButton[] = [
    { id: 'leave', icon: LogOut, label: t('vr.leave'), onPress: vr.leave },
    ...(hasMicrophone
      ? [
          {
            id: 'mute',
            icon: muted ? MicOff : Mic,
            label: t('controls.mute'),
            pressed: muted,
            onPress: () => currentCall()?.setMuted(!muted),
          },
        ]
      : []),
    {
      id: 'recentre',
      icon: ScanEye,
      label: t('compass.reset'),
      onPress: ({ recentre }) => recentre(),
    },
    {
      id: 'view',
      icon: isMap ? Globe : MapIcon,
      label: t(isMap ? 'controls.spherical' : 'controls.equirectangular'),
      onPress: () => onMode(isMap ? 'spherical' : 'equirectangular'),
    },
    ...screen.buttons,
    ...useHeadsetRecording(),
    ...extension.buttons,
    { id: 'end', icon: PhoneOff, label: t('vr.end'), onPress: askToLeave },
  ];
  return (
    <>
      {vr.isShown && (
        <div className="absolute inset-0 grid place-content-center justify-items-center gap-4 bg-ink p-6 text-center">
          <Glasses aria-hidden size={32} />
          <p role="status">{t('vr.inside')}</p>
          <Button variant="secondary" onClick={vr.leave}>
            {t('vr.leave')}
          </Button>
        </div>
      )}
      {screen.player}
      <VrView
        {...view}
        rows={[buttons, ...extension.rows, ...(padded ? [pad] : [])]}
        notices={[
          ...view.notices,
          ...extension.notices,
          ...(shownPlace === null ? [] : [shownPlace]),
          ...(text === null ? [] : [shortened(text)]),
        ]}
        mark={mark}
        question={question}
        screen={screen.shown}
        hints={{ pointer: t('vr.hint'), gaze: t('vr.gazeHint') }}
        onError={vr.fail}
      />
    </>
  );
}

function usePadded(): boolean {
  return useStore(callStore, ({ call }) => isOffered(call, 'PAD'));
}

/** Buttons of the direction pad in one row, as there is more space beside the panel than below it. */
function usePadButtons(): PanelButton[] {
  const { t } = useTranslation('call');
  const held = useStore(padStore, (state) => state.held);
  const arrows = [
    ['left', ArrowLeft],
    ['up', ArrowUp],
    ['down', ArrowDown],
    ['right', ArrowRight],
  ] as const;
  return arrows.map(([direction, icon]) => ({
    id: direction,
    icon,
    label: t(`pad.${direction}`),
    pressed: held.includes(direction),
    directs: true,
    onHold: (isHeld) => (isHeld ? hold(direction) : release(direction)),
  }));
}

function shortened(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, ' ')];
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('')}…` : letters.join('');
}
