import { useNames } from '../names/use-names.ts';
import { usePadNews } from '../pad/use-pad-news.ts';
import { useReadName } from '../people/other-name.ts';
import { useToldGaze } from '../pointing/use-told-gaze.ts';
import { recordingsOf } from '../record/recording-store.ts';
import { useScreenNews } from '../screen/use-screen-news.ts';
import { isOtherPaused } from '../state/call-state.ts';
import { useHealthReports } from './use-health-reports.ts';
import type { RoomView } from './use-room-view.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { useViewSize } from './view-size.ts';

/** Hooks of a live room that show nothing. */
export function RoomEffects({ call, camera, sphere, mode, look, vr, view }: RoomView): null {
  const looksRound = sphere && mode === 'spherical' && call.media === 'connected';
  useWakeLock();
  useNames(call);
  useHealthReports();
  // A flat picture is entirely in view, as a map is.
  const shape = sphere ? mode : 'equirectangular';
  useViewSize(camera, shape, look, vr.isShown || recordingsOf(call).own === 'on', view);
  useScreenNews(call);
  usePadNews(call);
  useReadName(call);
  useToldGaze(look, looksRound && !isOtherPaused(call, 'camera'), vr.isShown, view);
  return null;
}
