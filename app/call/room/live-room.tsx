import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { chatStore } from '../chat/chat-store.ts';
import { isOffered } from '../pad/offered.ts';
import { Movable } from '../pip/movable.tsx';
import { SmallControls } from '../pip/small-controls.tsx';
import { Stage } from '../screen/stage.tsx';
import { type CallState, isOtherPaused } from '../state/call-state.ts';
import { OVERLAYS, Overlays } from './overlays.tsx';
import { RemotePicture } from './remote-picture.tsx';
import { useHeadsetNotices } from './use-headset-notices.ts';
import { useRoomView } from './use-room-view.ts';

/**
 * Classes of elements that leave space for the controls at the lower left. Keys: whether the pad and voice control are
 * shown.
 */
const CORNER = {
  'false-false': { notices: '', besideChat: '' },
  'true-false': { notices: 'max-sm:bottom-62 sm:left-50', besideChat: 'md:left-134' },
  'false-true': { notices: 'max-sm:bottom-52 sm:left-22', besideChat: 'md:left-106' },
  'true-true': { notices: 'max-sm:bottom-62 sm:left-66', besideChat: 'md:left-150' },
} as const;

/** The call itself: the other person's video from edge to edge, with `OVERLAYS` on top. */
export function LiveRoom({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const view = useRoomView(call);
  const { small, hidden } = view;
  const headsetNotices = useHeadsetNotices(call, view.troubleText);
  const chatOpen = useStore(chatStore, (state) => state.open);
  const corner = CORNER[`${isOffered(call, 'PAD')}-${isOffered(call, 'VOICE')}`];
  const fade = `transition-opacity duration-200 ${hidden ? 'opacity-0 focus-within:opacity-100' : ''}`;

  return (
    <>
      <SmallControls call={call} actions={view.actions} small={small} extending={view.extending} />
      <Movable to={small.body}>
        <Stage screen={call.remoteScreen} onView={view.onView}>
          <RemotePicture
            video={call.remote.video}
            audio={call.remote.audio}
            camera={view.camera}
            off={isOtherPaused(call, 'camera')}
            mode={view.mode}
            look={view.look}
            meter={view.meter}
            picture={view.picture}
            paintFailed={view.paintFailed}
            onPaintFailed={view.onPaintFailed}
            vr={view.vr}
            onMode={view.onMode}
            muted={call.muted}
            extending={view.extending}
            notices={headsetNotices}
          />
          <Overlays {...view} of={OVERLAYS.picture} />
        </Stage>
        <Overlays {...view} of={OVERLAYS.stage} />
      </Movable>
      <Overlays {...view} of={OVERLAYS.page} />
      <div
        data-scan={t('controls.view')}
        className={`absolute top-4 left-4 z-10 flex items-center gap-3 max-sm:right-4 max-sm:flex-wrap ${fade}`}
      >
        <Overlays {...view} of={OVERLAYS.top} />
      </div>
      {/* Beside the messages if there is space. */}
      <div
        data-scan={t('pad.heading')}
        className={`absolute bottom-24 left-4 z-20 flex items-end gap-2 empty:hidden ${chatOpen ? 'md:left-88' : ''}`}
      >
        <Overlays {...view} of={OVERLAYS.corner} />
      </div>
      {/* Clear of the self view, which is at the top unless moved, and of the guest's controls. */}
      <div
        data-scan={t('scanning.news')}
        className={`pointer-events-none absolute inset-x-4 bottom-24 z-20 mx-auto grid max-w-md justify-items-center gap-2 empty:hidden ${corner.notices} ${chatOpen ? corner.besideChat : ''}`}
      >
        <Overlays {...view} of={OVERLAYS.trouble} />
        <div className="pointer-events-auto grid gap-2 justify-self-stretch empty:hidden">
          <Overlays {...view} of={OVERLAYS.alerts} />
        </div>
        <Overlays {...view} of={OVERLAYS.notices} />
      </div>
      <Overlays {...view} of={OVERLAYS.panels} />
    </>
  );
}
