import { useStore } from 'zustand';
import { useNames } from '../names/use-names.ts';
import { usePadNews } from '../pad/use-pad-news.ts';
import { useReadName } from '../people/other-name.ts';
import { gazeChoice } from '../pointing/gaze-choice.ts';
import { useToldGaze } from '../pointing/use-told-gaze.ts';
import { recordingsOf } from '../record/recording-store.ts';
import { useScreenNews } from '../screen/use-screen-news.ts';
import { isOtherPaused } from '../state/call-state.ts';
import { useHealthReports } from './use-health-reports.ts';
import { usePlayerNews } from './use-player-news.ts';
import type { RoomView } from './use-room-view.ts';
import { useWakeLock } from './use-wake-lock.ts';
import { useViewSize } from './view-size.ts';

/** Hooks of a live room that show nothing. */
export function RoomEffects({ call, camera, sphere, mode, look, vr, view, savesSphere }: RoomView): null {
  const looksRound = sphere && mode === 'spherical' && call.media === 'connected';
  const { wantsDetail } = useStore(gazeChoice);
  useWakeLock();
  useNames(call);
  useHealthReports();
  // A flat picture is entirely in view, as a map is.
  const shape = sphere ? mode : 'equirectangular';
  const whole = vr.isShown || recordingsOf(call).own === 'on' || savesSphere;
  // A map shows all of it.
  const takesDetail = wantsDetail && shape === 'spherical';
  useViewSize(camera, shape, look, whole, takesDetail, view);
  useScreenNews(call);
  usePadNews(call);
  usePlayerNews(call);
  useReadName(call);
  useToldGaze(
    look,
    looksRound && !isOtherPaused(call, 'camera'),
    vr.isShown,
    // Not to a sender that was not asked for it.
    takesDetail && call.remoteDetail !== null,
    view,
  );
  return null;
}
