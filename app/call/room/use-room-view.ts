import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { useFullscreen } from '#app/components/page/use-fullscreen.ts';
import { createLookStore } from '#app/sphere/look/look-store.ts';
import { PaintMeter } from '#app/sphere/paint/paint-meter.ts';
import { paintWay } from '#app/sphere/paint/paint-way.ts';
import { isSpherePicture, type PanoramaMode } from '#app/sphere/picture.ts';
import { useVr } from '#app/sphere/vr/use-vr.ts';
import type { Camera } from '#protocol/camera.ts';
import { seenNow } from '../check/seen-now.ts';
import { useActions } from '../controls/use-actions.ts';
import { useCallStats } from '../controls/use-call-stats.ts';
import { useGyroscope } from '../controls/use-gyroscope.ts';
import { useIdle } from '../controls/use-idle.ts';
import { useExtension } from '../meter/use-extension.ts';
import { useSmallWindow } from '../pip/use-small-window.ts';
import { useRecording } from '../record/use-recording.ts';
import { scanStore } from '../scanning/scan-store.ts';
import { ShownPicture } from '../snapshot/shown-picture.ts';
import { useSnapshot } from '../snapshot/use-snapshot.ts';
import { type CallState, isOtherPaused, otherSeat, undecodable } from '../state/call-state.ts';
import { useTroubleText } from './trouble.tsx';

const CONTROLS_REST_MS = 3_000;

export type RoomView = ReturnType<typeof useRoomView>;

/** State shared by the parts of a live room, which each get all of it. State that only one part shows is read there. */
export function useRoomView(call: CallState) {
  const [mode, setMode] = useState<PanoramaMode>('spherical');
  const look = useMemo(createLookStore, []);
  const meter = useMemo(() => new PaintMeter(), []);
  const [paintFailed, setPaintFailed] = useState(() => paintWay() === null);
  const picture = useMemo(() => new ShownPicture(), []);
  const [view, setView] = useState<HTMLElement | null>(null);
  const scans = useStore(scanStore, ({ on }) => on);
  const idle = useIdle(CONTROLS_REST_MS) && !scans;
  const stats = useCallStats(meter, true);
  const fullscreen = useFullscreen();
  const gyroscope = useGyroscope(look);
  const extending = useExtension(call);
  /** The last known camera: a restarted media server does not know it until the other person has reconnected. */
  const [told, setTold] = useState<Camera | null>(null);
  const known = otherSeat(call)?.camera;
  if (known && known !== told) setTold(known);
  const camera = undecodable(call).other ? null : told;
  const vr = useVr();
  const sphere = camera !== null && isSpherePicture(camera) && (!paintFailed || vr.isShown);
  const { snapshot, savesSphere } = useSnapshot(call, picture);
  const isSeen =
    call.remote.video !== null &&
    camera?.cameraType !== 'NO_CAM' &&
    !isOtherPaused(call, 'camera') &&
    !vr.isShown;
  const small = useSmallWindow(picture, camera !== null && !sphere);
  const { actions, goTo } = useActions({
    call,
    stats,
    fullscreen,
    save: isSeen ? snapshot : null,
    small,
    record: useRecording(call),
    look,
    mode,
    onMode: sphere ? setMode : null,
  });
  return {
    call,
    /** The other person's camera; null while unknown, and if its video cannot be decoded here. */
    camera,
    /** Whether the picture can be looked around in; a sphere that cannot be painted is shown flat. */
    sphere,
    mode,
    onMode: setMode,
    look,
    vr,
    meter,
    /** The picture as shown, for saving it or moving it to a small window. */
    picture,
    /** The whole picture is being saved. */
    savesSphere,
    paintFailed,
    onPaintFailed: setPaintFailed,
    /** The element that the other person's camera fills. */
    view,
    onView: setView,
    /** The visible part of the sphere; null while no sphere is visible in this window. */
    seen: seenNow(isSeen && sphere ? camera : null, mode, look, stats, view),
    stats,
    actions,
    goTo,
    small,
    extending,
    /** About a lasting interruption; null if there is none. Page and headset show it at the same time. */
    troubleText: useTroubleText(call),
    fullscreen,
    /** Null for flat pictures. */
    gyroscope: sphere ? gyroscope : null,
    /** Whether the controls have faded; never without a picture. */
    hidden: idle && isSeen,
  };
}
