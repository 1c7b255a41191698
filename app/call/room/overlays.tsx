import { createElement, Fragment, type ReactNode } from 'react';
import { Chat } from '../chat/chat.tsx';
import { ChatPreview } from '../chat/chat-preview.tsx';
import { ConnectionNotice } from '../controls/connection-notice.tsx';
import { Controls } from '../controls/controls.tsx';
import { LookHint } from '../controls/look-hint.tsx';
import { MutedSpeech } from '../controls/muted-speech.tsx';
import { MotionButton, ViewButton } from '../controls/view-button.tsx';
import { DeviceNews } from '../devices/news.tsx';
import { EncryptionQuestion } from '../encryption/encryption-question.tsx';
import { Lock } from '../encryption/lock.tsx';
import { OtherHand } from '../hand/other-hand.tsx';
import { Readout } from '../meter/readout.tsx';
import { BriefNotice } from '../notices/brief-notice.tsx';
import { ConsentQuestion } from '../pad/consent-question.tsx';
import { Directions, Pad } from '../pad/pad.tsx';
import { GazeArrow } from '../pointing/gaze-arrow.tsx';
import { MarkNotice } from '../pointing/mark-notice.tsx';
import { PlacesList } from '../pointing/places-list.tsx';
import { ViewMark } from '../pointing/view-mark.tsx';
import { LeftoversNotice } from '../record/leftovers-notice.tsx';
import { RecordMark } from '../record/record-mark.tsx';
import { RecordQuestion } from '../record/record-question.tsx';
import { SharingNotice } from '../screen/sharing-notice.tsx';
import { Captions } from '../speech/captions.tsx';
import { Voice, VoiceNews } from '../speech/voice.tsx';
import { clearReason } from '../state/call-state.ts';
import { currentCall, leaveCall } from '../state/call-store.ts';
import { RoomEffects } from './room-effects.ts';
import { SelfTile } from './self-tile.tsx';
import { OtherLacks, TroubleNotice, UnseenOther, UnseenOwn } from './trouble.tsx';
import type { RoomView } from './use-room-view.ts';

/** One feature at one place of a live room. */
type Part = (view: RoomView) => ReactNode;

/** The parts over a live room by place, in reading and focus order. */
export const OVERLAYS = {
  /** Over the other person's picture, within its bounds. */
  picture: [SphereMark],
  /** Over the picture and the shared screen, also in a small window. */
  stage: [RecordMark],
  /** Anywhere on the page. */
  page: [Question, RecordQuestion, UnseenOther, SelfTile, GazeArrow],
  /** At the upper left; they fade. */
  top: [SphereControls, CallLock],
  /** At the lower left. */
  corner: [Pad, Voice],
  /** Above the controls: the state of the connection first, then alerts that need an action. */
  trouble: [TroubleNotice, ConnectionNotice],
  alerts: [ConsentQuestion, UnseenOwn, DeviceNews, LeftoversNotice],
  notices: [
    SharingNotice,
    FirstHint,
    MutedSpeech,
    MarkNotice,
    OtherHand,
    BriefNotice,
    ChatPreview,
    OtherLacks,
    Directions,
    VoiceNews,
    Captions,
    Readout,
  ],
  panels: [Chat, Places, Controls, RoomEffects],
} as const satisfies Record<string, readonly Part[]>;

/** The parts of one place. */
export function Overlays({ of, ...view }: RoomView & { of: readonly Part[] }) {
  return createElement(Fragment, null, ...of.map((part) => createElement(part, view)));
}

function SphereMark({ sphere, look, mode, vr, view }: RoomView) {
  return sphere && <ViewMark look={look} mode={mode} inHeadset={vr.isShown} view={view} />;
}

function SphereControls({ sphere, look, mode, vr, onMode, gyroscope }: RoomView) {
  return (
    sphere && (
      <>
        <ViewButton mode={mode} look={look} vr={vr} onMode={onMode} />
        <MotionButton gyroscope={gyroscope} />
      </>
    )
  );
}

function FirstHint({ sphere, mode, look }: RoomView) {
  return sphere && mode === 'spherical' && <LookHint look={look} />;
}

function Places({ actions, look, goTo }: RoomView) {
  return actions.places && <PlacesList look={look} onGo={goTo} />;
}

function CallLock({ call }: RoomView) {
  return (
    <Lock
      encryption={call.encryption}
      reason={clearReason(call)}
      isWatched={call.channel?.watched === true}
      onSame={(key) => currentCall()?.encryption?.confirm(key)}
    />
  );
}

function Question({ call }: RoomView) {
  return (
    <EncryptionQuestion
      encryption={call.encryption}
      reason={clearReason(call)}
      onGoOn={(accepted) => currentCall()?.encryption?.goOn(accepted)}
      onLeave={() => void leaveCall()}
    />
  );
}
