import { VideoOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { LookStore } from '#app/sphere/look/look-store.ts';
import { PaintBoundary } from '#app/sphere/paint/paint-boundary.tsx';
import type { PaintMeter } from '#app/sphere/paint/paint-meter.ts';
import type { PaintWay } from '#app/sphere/paint/paint-way.ts';
import { PanoramaView } from '#app/sphere/panorama-view.tsx';
import { isSpherePicture, type PanoramaMode, type SpherePicture } from '#app/sphere/picture.ts';
import type { Vr } from '#app/sphere/vr/use-vr.ts';
import type { Camera } from '#protocol/camera.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import { useSpeaker } from '../devices/use-speaker.ts';
import { PlayRequest } from '../media/play-request.tsx';
import { usePlayback } from '../media/use-playback.ts';
import type { Extending } from '../meter/use-extension.ts';
import { opensVideoWindow } from '../pip/use-small-window.ts';
import { markPlace } from '../pointing/mark-store.ts';
import type { ShownPicture } from '../snapshot/shown-picture.ts';
import { useDucking } from '../speech/use-ducking.ts';

/** Code that only headsets need; preloaded if there is one. */
const loadHeadset = () => import('./headset.tsx');
const Headset = lazy(loadHeadset);

type RemotePictureProps = {
  video: MediaStreamTrack | null;
  audio: MediaStreamTrack | null;
  /** The part of the video in full detail; null without one. */
  detail: MediaStreamTrack | null;
  /** The other side's camera; null while unknown. */
  camera: Camera | null;
  /** The other side's camera is off. */
  off: boolean;
  mode: PanoramaMode;
  look: LookStore;
  meter: PaintMeter;
  /** Receives the picture, so that it can be saved. */
  picture: ShownPicture;
  /** The sphere cannot be painted, and is shown flat like any other video. */
  paintFailed: boolean;
  onPaintFailed(failed: boolean): void;
  vr: Vr;
  onMode(mode: PanoramaMode): void;
  muted: boolean;
  extending: Extending;
  /** Notices shown over the picture in a headset. */
  notices: readonly string[];
};

/** The other side's video, rendered according to its projection, and its audio. */
export function RemotePicture({
  video,
  audio,
  detail,
  camera,
  off,
  mode,
  look,
  meter,
  picture: saved,
  paintFailed,
  onPaintFailed,
  vr,
  ...headset
}: RemotePictureProps) {
  const { t } = useTranslation('call');
  const picture = useMemo(() => video && new MediaStream([video]), [video]);
  const [element, setElement] = useState<HTMLVideoElement | null>(null);
  /** The track whose first frame has arrived; until then a placeholder covers the black picture. */
  const [arrived, setArrived] = useState<MediaStreamTrack | null>(null);
  const [way, setWay] = useState<PaintWay | null>(null);
  const expected = !off && camera !== null && camera.cameraType !== 'NO_CAM';
  const shown = expected ? video : null;
  const sphere = expected && isSpherePicture(camera) ? camera : null;
  /** Kept while the camera is off: creating canvas and WebGL context again takes longer than connecting. */
  const [kept, setKept] = useState<(Camera & SpherePicture) | null>(null);
  if (expected && kept !== sphere) setKept(sphere);
  const round = sphere !== null && !paintFailed;
  // Frames read from the track need no playing video element, which would cost a tenth of a core.
  const painted = round && way === 'planes' && !vr.isShown;
  const shownBy = usePlayback(element, painted ? null : picture);
  const [speaker, setSpeaker] = useState<HTMLAudioElement | null>(null);
  const sound = useMemo(() => audio && new MediaStream([audio]), [audio]);
  const heardBy = usePlayback(speaker, sound);
  useSpeaker(speaker);
  useDucking(speaker);

  useEffect(() => {
    Object.assign(saved, { element, track: shown, sphere: round ? sphere : null });
  }, [saved, element, shown, sphere, round]);

  const { session, leave } = vr;
  useEffect(() => {
    // A flat picture is shown on the page instead of the headset.
    if (session && !kept) leave();
  }, [session, kept, leave]);
  const isPrepared = kept !== null && vr.support === 'ready';
  useEffect(() => {
    // Entering VR reports this error.
    if (isPrepared) loadHeadset().catch(() => {});
  }, [isPrepared]);
  const waits = expected && (!shown || (arrived !== shown && !painted));

  return (
    <div className="absolute inset-0 bg-ink" data-testid="remote-picture">
      {/* Kept behind the sphere: it is the source of frames unless they are read from the track. */}
      <video
        ref={setElement}
        muted
        playsInline
        disablePictureInPicture={!opensVideoWindow()}
        onLoadedData={() => setArrived(video)}
        aria-label={t('room.flatPicture')}
        aria-hidden={!shown || round}
        className={`size-full object-contain ${shown && !round ? '' : 'invisible'}`}
      />
      {kept && (
        // Also kept while it cannot be painted, because its context may be restored.
        <div className={`absolute inset-0 ${round ? '' : 'invisible'}`}>
          <PanoramaView
            source={element}
            track={shown}
            detail={shown && detail}
            picture={kept}
            expectedHeight={videoTarget(kept.quality, kept.projection).height}
            mode={mode}
            look={look}
            meter={meter}
            view={saved.view}
            paused={vr.isShown}
            onPick={(direction) => void markPlace('other', direction)}
            label={t('room.picture')}
            onWay={setWay}
            onError={() => onPaintFailed(true)}
            onRestored={() => onPaintFailed(false)}
          />
        </div>
      )}
      {waits && (
        <p
          role="status"
          // The last picture may be behind it.
          className="absolute inset-0 m-auto grid size-fit justify-items-center gap-3 rounded-lg bg-ink/90 p-4 text-white/80"
        >
          <Spinner size={32} />
          {t('room.connecting')}
        </p>
      )}
      {!expected && (
        // A notice says why.
        <VideoOff aria-hidden size={32} className="absolute inset-0 m-auto text-white/70" />
      )}
      {paintFailed && sphere && (
        <p
          role="status"
          className="absolute inset-x-4 top-20 mx-auto max-w-md rounded-lg bg-ink/80 p-3 text-sm"
        >
          {t('room.paintFailed')}
        </p>
      )}
      {kept && element && session && (
        <PaintBoundary onError={vr.fail}>
          <Suspense>
            <Headset
              {...headset}
              vr={vr}
              session={session}
              source={element}
              picture={kept}
              expectedHeight={videoTarget(kept.quality, kept.projection).height}
              off={!shown}
              mode={mode}
              look={look}
              meter={meter}
              notices={[...headset.notices, ...(waits ? [t('room.connecting')] : [])]}
            />
          </Suspense>
        </PaintBoundary>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: a live voice has no captions */}
      <audio ref={setSpeaker} />
      <PlayRequest picture={shown && !painted ? shownBy : null} sound={heardBy} />
    </div>
  );
}
