import { MicOff, VideoOff } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useFullscreen } from '#app/components/page/use-fullscreen.ts';
import { useLasting } from '#app/components/page/use-lasting.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { createLookStore } from '#app/sphere/look/look-store.ts';
import { PaintMeter } from '#app/sphere/paint/paint-meter.ts';
import { paintWay } from '#app/sphere/paint/paint-way.ts';
import { isSpherePicture, type PanoramaMode } from '#app/sphere/picture.ts';
import { useVr } from '#app/sphere/vr/use-vr.ts';
import type { Camera } from '#protocol/camera.ts';
import type { Source } from '#protocol/channel.ts';
import { Chat } from '../chat/chat.tsx';
import { ChatPreview } from '../chat/chat-preview.tsx';
import { chatStore } from '../chat/chat-store.ts';
import { seenNow } from '../check/seen-now.ts';
import { Compass } from '../controls/compass.tsx';
import { Controls } from '../controls/controls.tsx';
import { useActions } from '../controls/use-actions.ts';
import { useCallStats } from '../controls/use-call-stats.ts';
import { useGyroscope } from '../controls/use-gyroscope.ts';
import { useIdle } from '../controls/use-idle.ts';
import { ViewSwitch } from '../controls/view-switch.tsx';
import { deviceStore, shownVideo } from '../devices/device-store.ts';
import { DeviceNews } from '../devices/news.tsx';
import { Lock } from '../encryption/lock.tsx';
import { isHandRaised, isOtherHandRaised } from '../hand/hand.ts';
import { OtherHand } from '../hand/other-hand.tsx';
import { Readout } from '../meter/readout.tsx';
import { useExtension } from '../meter/use-extension.ts';
import { BriefNotice } from '../notices/brief-notice.tsx';
import { noticeStore } from '../notices/notice-store.ts';
import { isOffered } from '../pad/offered.ts';
import { Directions, Pad } from '../pad/pad.tsx';
import { Movable } from '../pip/movable.tsx';
import { SmallControls } from '../pip/small-controls.tsx';
import { useSmallWindow } from '../pip/use-small-window.ts';
import { GazeArrow } from '../pointing/gaze-arrow.tsx';
import { MarkNotice } from '../pointing/mark-notice.tsx';
import { PlacesList } from '../pointing/places-list.tsx';
import { useToldGaze } from '../pointing/use-told-gaze.ts';
import { ViewMark } from '../pointing/view-mark.tsx';
import { RecordMark } from '../record/record-mark.tsx';
import { RecordQuestion } from '../record/record-question.tsx';
import { recordingsOf } from '../record/recording-store.ts';
import { mayHaveLeftovers } from '../record/recordings.ts';
import { useRecording } from '../record/use-recording.ts';
import { scanStore } from '../scanning/scan-store.ts';
import { SharingNotice } from '../screen/sharing-notice.tsx';
import { Stage } from '../screen/stage.tsx';
import { useScreenNews } from '../screen/use-screen-news.ts';
import { ShownPicture } from '../snapshot/shown-picture.ts';
import { useSnapshot } from '../snapshot/use-snapshot.ts';
import { Captions } from '../speech/captions.tsx';
import { Voice, VoiceNews } from '../speech/voice.tsx';
import { type CallState, otherSeat, trouble, unseen } from '../state/call-state.ts';
import { RemotePicture } from './remote-picture.tsx';
import { SelfTile } from './self-tile.tsx';
import { useHealthReports } from './use-health-reports.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { useViewSize } from './view-size.ts';

const Leftovers = lazy(() => import('../record/leftovers.tsx'));

const CONTROLS_REST_MS = 3_000;
/** Signalling that is restored within this time, as after a restart of the web server, is no one's concern. */
const UNNOTICED_MS = 3_000;
/** Media that are away for this long, after the second in which nothing arrives, are missed. */
const BRIEF_MS = 500;

/** What makes way for the controls at the lower left: the pad, voice control, both or none. */
const CORNER = {
  'false-false': { tile: 'left-4', notices: '', besideChat: '' },
  'true-false': { tile: 'left-50', notices: 'max-sm:bottom-62 sm:left-50', besideChat: 'md:left-134' },
  'false-true': { tile: 'left-22', notices: 'max-sm:bottom-52 sm:left-22', besideChat: 'md:left-106' },
  'true-true': { tile: 'left-66', notices: 'max-sm:bottom-62 sm:left-66', besideChat: 'md:left-150' },
} as const;

/** The call itself: the other person's video edge to edge, with the controls on top. */
export function LiveRoom({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const [mode, setMode] = useState<PanoramaMode>('spherical');
  const look = useMemo(createLookStore, []);
  const meter = useMemo(() => new PaintMeter(), []);
  const [paintFailed, setPaintFailed] = useState(() => paintWay() === null);
  const picture = useMemo(() => new ShownPicture(), []);
  /** What the other person's camera fills. */
  const [view, setView] = useState<HTMLElement | null>(null);
  const devices = useStore(deviceStore);
  const { interrupted } = devices;
  const scans = useStore(scanStore, ({ on }) => on);
  const idle = useIdle(CONTROLS_REST_MS) && !scans;
  const stats = useCallStats(meter, true);
  const fullscreen = useFullscreen();
  const gyroscope = useGyroscope(look);
  const extending = useExtension(call);
  useWakeLock();
  useHealthReports();
  const other = otherSeat(call);
  const paused = (source: Source) =>
    other?.producers.find((producer) => producer.source === source)?.paused === true;
  const lost = unseen(call);
  /** As it was last told: a media server that has started again does not know it before its person is back. */
  const [told, setTold] = useState<Camera | null>(null);
  if (other?.camera && other.camera !== told) setTold(other.camera);
  const camera = lost.other ? null : told;
  const [leftovers] = useState(mayHaveLeftovers);
  const vr = useVr();
  /** To be looked around in: a sphere that cannot be painted is shown flat. */
  const sphere = camera !== null && isSpherePicture(camera) && (!paintFailed || vr.isShown);
  const save = useSnapshot(call, picture);
  const isSeen =
    call.remote.video !== null && camera?.cameraType !== 'NO_CAM' && !paused('camera') && !vr.isShown;
  const small = useSmallWindow(picture, camera !== null && !sphere);
  const { actions, goTo } = useActions({
    call,
    stats,
    fullscreen,
    save: isSeen ? save : null,
    small,
    record: useRecording(call),
    look,
    mode,
    onMode: sphere ? setMode : null,
  });
  const { own: recording, other: recorded } = recordingsOf(call);
  // Of a flat picture all is seen, as of a map.
  useViewSize(camera, sphere ? mode : 'equirectangular', look, vr.isShown || recording === 'on', view);
  useScreenNews(call);
  const seen = seenNow(isSeen && sphere ? camera : null, mode, look, stats, view);
  const looksRound = sphere && mode === 'spherical' && call.media === 'connected';
  useToldGaze(look, looksRound && !paused('camera'), vr.isShown, view);
  const own = call.channel?.seats[call.seat]?.camera ?? null;
  const ownSphere = own && isSpherePicture(own) ? own : null;
  const problem = trouble(call);
  const padded = isOffered(call, 'PAD');
  const voiced = isOffered(call, 'VOICE');
  const corner = CORNER[`${padded}-${voiced}`];
  const chatOpen = useStore(chatStore, (state) => state.open);
  const lasting = useLasting(problem, problem === 'signalling' ? UNNOTICED_MS : BRIEF_MS);
  const troubleText =
    problem && lasting ? t(problem === 'other' ? 'room.otherReconnecting' : 'room.reconnecting') : null;
  const unseenText = lost.other ? t(lost.own ? 'room.unseen.both' : 'room.unseen.other') : null;
  const notice = useStore(noticeStore, (state) => state.notice?.text ?? null);
  const recordText =
    recorded === 'asked'
      ? t('recording.question.inHeadset')
      : recording === 'on' || recorded === 'on'
        ? t('recording.mark')
        : null;
  const handText = isOtherHandRaised(call) ? t('hand.other') : null;
  const screenText = call.remoteScreen.video ? t('screen.other') : null;
  const fade = `transition-opacity duration-200 ${idle ? 'opacity-0 focus-within:opacity-100' : ''}`;

  return (
    <>
      <SmallControls call={call} actions={actions} small={small} extending={extending} />
      <Movable to={small.body}>
        <Stage screen={call.remoteScreen} onView={setView}>
          <RemotePicture
            video={call.remote.video}
            audio={call.remote.audio}
            camera={camera}
            off={paused('camera')}
            mode={mode}
            look={look}
            meter={meter}
            picture={picture}
            paintFailed={paintFailed}
            onPaintFailed={setPaintFailed}
            vr={vr}
            onMode={setMode}
            muted={call.muted}
            extending={extending}
            notices={[troubleText, unseenText, recordText, handText, screenText, notice].filter(
              (text) => text !== null,
            )}
          />
          {sphere && <ViewMark look={look} mode={mode} inHeadset={vr.isShown} view={view} />}
        </Stage>
        <RecordMark call={call} />
      </Movable>
      <RecordQuestion call={call} />
      {unseenText && (
        <p
          role="status"
          className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-ink p-6 text-center text-white/70"
        >
          <VideoOff aria-hidden size={32} />
          <span className="max-w-prose">{unseenText}</span>
        </p>
      )}
      <SelfTile
        track={shownVideo(devices)}
        off={call.cameraOff}
        interrupted={interrupted.video}
        muted={call.muted || interrupted.audio}
        handRaised={isHandRaised(call)}
        sharing={call.screen !== null}
        left={corner.tile}
        picture={ownSphere}
      />
      {ownSphere && !call.cameraOff && <GazeArrow />}
      <div
        data-scan={t('controls.view')}
        className={`absolute top-4 left-4 z-10 flex items-center gap-3 max-sm:right-4 max-sm:flex-wrap ${fade}`}
      >
        {sphere && (
          <>
            {mode === 'spherical' && <Compass look={look} />}
            <ViewSwitch mode={mode} vr={vr} onChange={setMode} />
          </>
        )}
        <Lock encryption={call.encryption} />
      </div>
      {/* Beside the messages where there is space. */}
      <div
        data-scan={t('pad.heading')}
        className={`absolute bottom-24 left-4 z-20 flex items-end gap-2 empty:hidden ${chatOpen ? 'md:left-88' : ''}`}
      >
        <Pad call={call} />
        <Voice call={call} />
      </div>
      {/* Away from one's own tile, which is at the top unless it was moved, and from the guest's controls. */}
      <div
        data-scan={t('scanning.news')}
        className={`pointer-events-none absolute inset-x-4 bottom-24 z-20 mx-auto grid max-w-md justify-items-center gap-2 empty:hidden ${corner.notices} ${chatOpen ? corner.besideChat : ''}`}
      >
        <div role="status" className="empty:hidden">
          {troubleText && (
            <p className="rounded-lg bg-ink/90 px-4 py-2 text-center text-sm text-balance">{troubleText}</p>
          )}
        </div>
        <div className="pointer-events-auto grid gap-2 justify-self-stretch empty:hidden">
          {lost.own && !lost.other && <Alert tone="info">{t('room.unseen.own')}</Alert>}
          <DeviceNews />
          {leftovers && (
            <Suspense>
              <Leftovers />
            </Suspense>
          )}
        </div>
        <SharingNotice call={call} />
        <MarkNotice />
        <OtherHand call={call} />
        <BriefNotice />
        <ChatPreview />
        {paused('microphone') && (
          <p className="flex items-center gap-2 rounded-full bg-ink/70 px-3 py-1 text-sm">
            <MicOff aria-hidden size={16} />
            {t('room.otherMuted')}
          </p>
        )}
        <Directions call={call} />
        <VoiceNews />
        <Captions track={call.remote.audio} />
        <Readout call={call} extending={extending} />
      </div>
      <Chat />
      {actions.places && <PlacesList look={look} onGo={goTo} />}
      <Controls
        call={call}
        actions={actions}
        stats={stats}
        fullscreen={fullscreen}
        sphere={sphere}
        seen={seen}
        gyroscope={sphere ? gyroscope : null}
        hidden={idle}
      />
    </>
  );
}
