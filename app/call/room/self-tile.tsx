import { useDrag } from '@use-gesture/react';
import { Hand, MicOff, Minimize2, MonitorUp, Move3d, VideoOff } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { toPicture } from '#app/sphere/picture.ts';
import { directionOf, reversed, vectorOf } from '#app/sphere/rotation.ts';
import { type Spot, useSpot } from '#app/sphere/use-pick.ts';
import { deviceStore, isStreamed, shownVideo } from '../devices/device-store.ts';
import { FlipCamera } from '../devices/flip-camera.tsx';
import { isHandRaised } from '../hand/hand.ts';
import { isOffered } from '../pad/offered.ts';
import { GazeFrame, mapOf } from '../pointing/gaze-frame.tsx';
import { gazeStore } from '../pointing/gaze-store.ts';
import { markPlace } from '../pointing/mark-store.ts';
import { ownSphere } from '../pointing/own-sphere.ts';
import { type CallState, isOtherPaused, otherSeat } from '../state/call-state.ts';

const TILE_WIDTH = 352;
const TILE_FRAME_RATE = 10;

/** Its left offset, beside the guest's pad and voice control. Keys: whether each of them is shown. */
const LEFT = {
  'false-false': 'left-4',
  'true-false': 'left-54',
  'false-true': 'left-26',
  'true-true': 'left-74',
} as const;

type Corner = { right: boolean; bottom: boolean };

/**
 * The user's own video: a tile that can be moved to any corner by dragging or with the arrow keys, and enlarged. While
 * the other person sends no picture, one's own 360° picture is shown large, with what they see of it.
 */
export function SelfTile({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const devices = useStore(deviceStore);
  const track = shownVideo(devices);
  /** Interrupted by the system. */
  const { interrupted } = devices;
  const picture = ownSphere(call);
  const left = LEFT[`${isOffered(call, 'PAD')}-${isOffered(call, 'VOICE')}`];
  const tile = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [corner, setCorner] = useState<Corner>({ right: true, bottom: false });
  const [[x, y], setOffset] = useState([0, 0]);
  /** Null: large while there is nothing else to see. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const map = picture && mapOf(picture);
  const isGuiding = useStore(gazeStore, ({ gaze }) => gaze?.along === true);
  const shown = track !== null && !call.cameraOff && !interrupted.video;
  const large = shown && (chosen ?? (picture !== null && !sendsPicture(call)));
  const isAwaited = isStreamed(devices) && !track;
  const absence =
    call.cameraOff || !(track || isAwaited) ? 'room.youOff' : isAwaited ? 'stream.awaited' : 'room.youPaused';
  const pointing = isGuiding ? 'room.youGuide' : 'room.youMap';
  const label = large ? t(map ? pointing : 'room.you') : t(shown ? 'room.youEnlarge' : 'room.you');

  useEffect(() => {
    const element = video.current;
    if (!element || !track) return;
    const view = large ? track : smallCopy(track);
    element.srcObject = new MediaStream([view]);
    return () => {
      element.srcObject = null;
      if (view !== track) view.stop();
    };
  }, [track, large]);

  /** Marks a place on the user's own map for the other person. */
  const mark = ({ x, y }: Spot) => {
    if (!picture || !map) return;
    const place = vectorOf({ yaw: (x * map.width) / 2, pitch: (y * map.height) / 2 });
    void markPlace('own', directionOf(reversed(toPicture(picture))(...place)));
  };
  useSpot(tile, large && map ? mark : null);
  const bind = useDrag(
    ({ movement: [moveX, moveY], last, xy: [endX, endY], tap }) => {
      if (tap) {
        if (last && shown) setChosen(true);
        return;
      }
      setOffset(last ? [0, 0] : [moveX, moveY]);
      if (last) setCorner({ right: endX > innerWidth / 2, bottom: endY > innerHeight / 2 });
    },
    { enabled: !large },
  );
  const onKeyDown = ({ key, target, currentTarget }: KeyboardEvent) => {
    if (target !== currentTarget) return;
    if (large && key === 'Escape') setChosen(false);
    if (large) return;
    if (key === 'Enter' && shown) setChosen(true);
    if (key === 'ArrowLeft' || key === 'ArrowRight') setCorner({ ...corner, right: key === 'ArrowRight' });
    if (key === 'ArrowUp' || key === 'ArrowDown') setCorner({ ...corner, bottom: key === 'ArrowDown' });
  };
  const aspect = map ? map.width / map.height : 16 / 9;
  const place = `w-28 cursor-grab touch-none sm:w-44 ${corner.right ? 'right-4' : left} ${corner.bottom ? 'bottom-28' : 'top-20'}`;

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a tile to drag
    <div
      {...bind()}
      ref={tile}
      role="group"
      aria-label={label}
      title={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys enlarge and move it
      tabIndex={0}
      onKeyDown={onKeyDown}
      data-scan-key={shown ? 'Enter' : undefined}
      data-large={large}
      style={
        large
          ? { width: `min(100% - 1rem, (100dvh - 11.5rem) * ${aspect})` }
          : { transform: `translate(${x}px, ${y}px)` }
      }
      className={`absolute overflow-hidden rounded-lg bg-ink shadow-[0_0_0_1px_white,0_0_0_3px_var(--color-ink)] ${large ? 'inset-x-0 top-18 bottom-26 m-auto h-fit' : `z-10 ${place}`}`}
    >
      <video
        ref={video}
        autoPlay
        muted
        playsInline
        disablePictureInPicture
        // The whole map: the other person may look anywhere.
        style={map || large ? { aspectRatio: aspect } : undefined}
        className={
          shown
            ? `w-full ${map ? 'object-fill' : `aspect-video ${large ? 'object-contain' : 'object-cover'}`}`
            : 'hidden'
        }
      />
      {shown && picture && <GazeFrame picture={picture} />}
      {large && (
        <IconButton
          label={t('room.shrink')}
          className="absolute! top-2 right-2 sm:size-12"
          onClick={() => setChosen(false)}
        >
          <Minimize2 />
        </IconButton>
      )}
      {!shown && (
        <p className="grid aspect-video place-content-center justify-items-center gap-1 p-2 text-center text-xs text-white/70">
          <VideoOff aria-hidden size={20} />
          {t(absence)}
        </p>
      )}
      {shown && map && isGuiding && (
        <span className="absolute bottom-1 left-1 rounded-full bg-ink/70 p-1">
          <Move3d aria-hidden size={14} />
        </span>
      )}
      {isHandRaised(call) && (
        <span className="absolute top-1 left-1 rounded-full bg-white p-1 text-ink">
          <Hand size={16} role="img" aria-label={t('hand.raised')} />
        </span>
      )}
      {/* Phones, which have cameras on two sides, cannot share their screens. */}
      <FlipCamera className={`absolute ${large ? 'top-2 right-16' : 'top-1 right-1'}`} />
      {call.screen !== null && (
        <span className="absolute bottom-1 left-1/2 rounded-full bg-white p-1 text-ink">
          <MonitorUp size={16} role="img" aria-label={t('screen.sharing')} />
        </span>
      )}
      {(call.muted || interrupted.audio) && (
        <span className="absolute right-1 bottom-1 rounded-full bg-ink/70 p-1">
          <MicOff size={14} role="img" aria-label={t('room.otherMuted')} />
        </span>
      )}
    </div>
  );
}

/** Whether the other person's camera is on, as far as is known. */
function sendsPicture(call: CallState): boolean {
  const camera = otherSeat(call)?.camera;
  return !camera || (camera.cameraType !== 'NO_CAM' && !isOtherPaused(call, 'camera'));
}

/**
 * A smaller copy of the track: drawing every frame of a 360° camera in the small tile is expensive on a weak machine.
 * Chromium scales each clone of a track separately; in other browsers a clone's constraints may affect the camera, so
 * the track is used unchanged.
 */
function smallCopy(track: MediaStreamTrack): MediaStreamTrack {
  if (!('MediaStreamTrackProcessor' in window)) return track;
  const copy = track.clone();
  const { width = 0, height = 0 } = track.getSettings();
  if (width > 0) {
    const size = { width: TILE_WIDTH, height: Math.round((TILE_WIDTH * height) / width) };
    // If constraints fail, the clone is shown at full size.
    copy
      .applyConstraints({ ...size, frameRate: TILE_FRAME_RATE, resizeMode: 'crop-and-scale' })
      .catch(() => {});
  }
  return copy;
}
