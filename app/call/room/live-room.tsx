import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { chatStore } from '../chat/chat-store.ts';
import { Movable } from '../pip/movable.tsx';
import { SmallControls } from '../pip/small-controls.tsx';
import { Stage } from '../screen/stage.tsx';
import { type CallState, isOtherPaused } from '../state/call-state.ts';
import { OVERLAYS, Overlays } from './overlays.tsx';
import { RemotePicture } from './remote-picture.tsx';
import { useHeadsetNotices } from './use-headset-notices.ts';
import { useRoomView } from './use-room-view.ts';

/** The call itself: the other person's video from edge to edge, with `OVERLAYS` on top. */
export function LiveRoom({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const view = useRoomView(call);
  const { small, hidden } = view;
  const headsetNotices = useHeadsetNotices(call, view.troubleText);
  const chatOpen = useStore(chatStore, (state) => state.open);
  const fade = `transition-opacity duration-200 ${hidden ? 'opacity-0 focus-within:opacity-100' : ''}`;

  return (
    <>
      <SmallControls call={call} actions={view.actions} small={small} extending={view.extending} />
      <Movable to={small.body}>
        <Stage screen={call.remoteScreen} onView={view.onView}>
          <RemotePicture
            video={call.remote.video}
            audio={call.remote.audio}
            detail={call.remoteDetail}
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
        className={`absolute top-4 left-4 z-10 flex items-center gap-3 ${chatOpen ? 'sm:[@media(max-height:30rem)]:left-88' : ''} ${fade}`}
      >
        <Overlays {...view} of={OVERLAYS.top} />
      </div>
      {/* Above the controls, and beside the messages if there is space. */}
      <div
        className={`pointer-events-none absolute inset-x-4 bottom-24 z-20 flex items-end gap-2 max-sm:flex-col-reverse max-sm:items-start ${chatOpen ? 'md:left-88' : ''}`}
      >
        <div
          data-scan={t('pad.heading')}
          className="pointer-events-auto flex shrink-0 items-end gap-2 empty:hidden"
        >
          <Overlays {...view} of={OVERLAYS.corner} />
        </div>
        <div
          data-scan={t('scanning.news')}
          className="mx-auto grid w-full max-w-md min-w-0 justify-items-center gap-2 empty:hidden"
        >
          <Overlays {...view} of={OVERLAYS.trouble} />
          <div className="pointer-events-auto grid gap-2 justify-self-stretch empty:hidden">
            <Overlays {...view} of={OVERLAYS.alerts} />
          </div>
          <Overlays {...view} of={OVERLAYS.notices} />
        </div>
      </div>
      <Overlays {...view} of={OVERLAYS.panels} />
    </>
  );
}
