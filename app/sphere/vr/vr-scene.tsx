import { useFrame, useStore, useThree } from '@react-three/fiber';
import { useXR } from '@react-three/xr';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Direction, type LookStore, wrapDegrees } from '../look/look-store.ts';
import type { PaintMeter } from '../paint/paint-meter.ts';
import type { PanoramaMode, SpherePicture } from '../picture.ts';
import { DwellPointer } from './dwell-pointer.tsx';
import { detailFor, type Head, headOf } from './head.ts';
import type { IconImages } from './icon-images.tsx';
import { InFront, OUT_OF_SIGHT } from './in-front.tsx';
import { MarkArrow } from './mark-arrow.tsx';
import { Panel, type PanelButton, Plate, useSign } from './panel.tsx';
import { PlaceMark } from './place-mark.tsx';
import { QuestionPanel, type VrQuestion } from './question.tsx';
import { SharedScreen } from './shared-screen.tsx';
import { noticeSign } from './sign.ts';
import { Surroundings } from './surroundings.tsx';

export type VrViewProps = {
  session: XRSession;
  /** A playing video element. */
  source: HTMLVideoElement;
  picture: SpherePicture;
  /** The likely height of the picture, in pixels. */
  expectedHeight: number;
  mode: PanoramaMode;
  /** Where the viewer looks at first; updated with where they look. */
  look: LookStore;
  meter?: PaintMeter;
  /** There is no picture: a horizon is shown instead. */
  off: boolean;
  /** From top to bottom, each from left to right. */
  rows: readonly (readonly PanelButton[])[];
  /** How to use the panel with controllers or hands, and without them. */
  hints: { pointer: string; gaze: string };
  /** Current notices, if any. */
  notices: readonly string[];
  /** Shown above the notices, with its answers in place of the panel. */
  question: VrQuestion | null;
  /** A playing video element with a shared screen, if any. */
  screen: HTMLVideoElement | null;
  /** A place in the sphere to be marked, if any. */
  mark: Direction | null;
  onError: (error: Error) => void;
};

type VrSceneProps = VrViewProps & {
  images: IconImages;
  /** Set for code outside the scene. */
  isPanelShown: { current: boolean };
};

/** Time to read the panel, and to reach it. */
const PANEL_MS = 8_000;
/** Viewers without controllers or hands look down this far to see the panel. */
const GAZE_DEGREES = -18;
/** Interval at which the head's direction is sent to the page. */
const LOOK_MS = 100;
/** Below the horizon, above the panel. */
const NOTICE = { below: 16, distance: 1.3 };

/** The scene shown by the headset. */
export function VrScene(props: VrSceneProps) {
  const { session, picture, expectedHeight, mode, look, mark } = props;
  const { rows, images, hints, notices, question, screen, isPanelShown, onError } = props;
  const { head, front, recentred, recentre } = useFront(look);
  const isGazeOnly = useXR(({ inputSourceStates }) => inputSourceStates.length === 0);
  const panel = usePanel(head, isGazeOnly, question !== null);
  isPanelShown.current = panel.isShown || question !== null;
  useSession(session, picture.stereo === 'top-bottom' ? expectedHeight / 2 : expectedHeight, onError);
  useSystemRecentre(recentre);
  const actions = useMemo(() => ({ recentre }), [recentre]);
  const texts = question ? [...question.texts, ...notices] : notices;
  const shared = { head, images, actions, onPointed: panel.onPointed, onPressed: panel.keep };

  return (
    <>
      <Surroundings {...props} head={head} front={front} recentred={recentred} />
      {mark && front !== null && mode === 'spherical' && (
        <>
          <PlaceMark head={head} front={front} place={mark} />
          <MarkArrow head={head} front={front} place={mark} />
        </>
      )}
      {screen && <SharedScreen head={head} screen={screen} recentred={recentred} />}
      {texts.length > 0 && <Notices head={head} texts={texts} />}
      {question ? (
        <QuestionPanel
          key={question.id}
          {...shared}
          question={question}
          hint={isGazeOnly ? hints.gaze : null}
        />
      ) : (
        panel.isShown && (
          <Panel key={panel.times} {...shared} rows={rows} hint={isGazeOnly ? hints.gaze : hints.pointer} />
        )
      )}
      {isGazeOnly && <DwellPointer />}
    </>
  );
}

function Notices({ head, texts }: { head: RefObject<Head | null>; texts: readonly string[] }) {
  const sign = useSign(() => noticeSign(texts), [texts.join('\n')]);
  return (
    <InFront head={head} {...NOTICE} followsTurns>
      <Plate sign={sign} />
    </InFront>
  );
}

/**
 * Follows the head, and keeps the direction of the camera's front: at first such that the viewer looks in the same
 * direction as on the page. Tells the page where they look.
 */
function useFront(look: VrViewProps['look']) {
  const head = useRef<Head | null>(null);
  const [front, setFront] = useState<number | null>(null);
  const [recentred, setRecentred] = useState(0);
  const known = useRef(front);
  known.current = front;

  useFrame(({ gl }, _, frame: XRFrame | undefined) => {
    // The scene's camera here represents both eyes, and three.js would add everything that it sees to each eye.
    gl.xr.getCamera().layers.set(0);
    const space = gl.xr.getReferenceSpace();
    const pose = space && frame?.getViewerPose(space);
    // There is no pose while the headset does not know its position.
    if (!pose) return;
    head.current = headOf(pose.transform);
    if (known.current === null) setFront(head.current.yaw - look.getState().yaw);
  }, -1);
  useEffect(() => {
    const tell = () => {
      if (head.current === null || known.current === null) return;
      const { yaw, pitch } = head.current;
      look.getState().orient({ yaw: yaw - known.current, pitch, roll: 0 });
    };
    const timer = setInterval(tell, LOOK_MS);
    return () => {
      clearInterval(timer);
      // The page continues upright.
      tell();
      look.getState().orient({ ...look.getState(), pitch: 0 });
    };
  }, [look]);

  const recentre = useCallback(() => {
    if (!head.current) return;
    setFront(head.current.yaw);
    setRecentred((times) => times + 1);
  }, []);
  return { head, front, recentred, recentre };
}

/**
 * The panel is shown at first, and by a press that hits nothing; another press hides it, or moves it in front of the
 * viewer if it is out of sight. It hides by itself if nothing points at it for a while. Neither happens while there is a
 * question in its place.
 */
function usePanel(head: RefObject<Head | null>, isGazeOnly: boolean, isAsked: boolean) {
  const store = useStore();
  const [isShown, setShown] = useState(true);
  const [pointed, setPointed] = useState(0);
  /** How often it was moved in front of the viewer. */
  const [times, setTimes] = useState(0);
  const [presses, setPresses] = useState(0);
  const shownAt = useRef<number | null>(null);

  useEffect(() => {
    store.setState({
      onPointerMissed() {
        if (isAsked) return;
        const yaw = head.current?.yaw ?? 0;
        const isInSight = Math.abs(wrapDegrees(yaw - (shownAt.current ?? yaw))) <= OUT_OF_SIGHT;
        setShown((shown) => !(shown && isInSight));
        if (isInSight) return;
        shownAt.current = null;
        setTimes((count) => count + 1);
      },
    });
  }, [store, head, isAsked]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each use restarts the timer
  useEffect(() => {
    if (!isShown || isAsked || pointed > 0) return;
    const timer = setTimeout(() => setShown(false), PANEL_MS);
    return () => clearTimeout(timer);
  }, [isShown, isAsked, pointed, times, presses]);
  useFrame(() => {
    if (!head.current) return;
    if (!isShown) shownAt.current = null;
    else shownAt.current ??= head.current.yaw;
    if (isGazeOnly && !isShown && head.current.pitch < GAZE_DEGREES) setShown(true);
  });
  const onPointed = useCallback((change: 1 | -1) => setPointed((count) => count + change), []);
  const keep = useCallback(() => setPresses((count) => count + 1), []);
  return { isShown, times, onPointed, keep };
}

/** Passes the session to the renderer, with no more pixels than the picture has detail for. */
function useSession(session: XRSession, sphereHeight: number, onError: (error: Error) => void): void {
  const gl = useThree((state) => state.gl);
  const start = useRef({ sphereHeight, onError });
  useEffect(() => {
    const { scale, foveation } = detailFor(
      start.current.sphereHeight,
      XRWebGLLayer.getNativeFramebufferScaleFactor(session),
    );
    gl.xr.setFramebufferScaleFactor(scale);
    gl.xr.setFoveation(foveation);
    // At the height of the head, which every headset supports; nothing here stands on the floor.
    gl.xr.setReferenceSpaceType('local');
    gl.xr.setSession(session).catch((error: unknown) => {
      start.current.onError(error instanceof Error ? error : new Error(String(error)));
    });
  }, [gl, session]);
}

/** Handles the headset's own way of recentring, such as holding a button. */
function useSystemRecentre(recentre: () => void): void {
  const space = useXR((state) => state.originReferenceSpace);
  useEffect(() => {
    // The head's new direction is known with the next frame.
    let next = 0;
    const onReset = () => {
      next = window.setTimeout(recentre, 100);
    };
    space?.addEventListener('reset', onReset);
    return () => {
      clearTimeout(next);
      space?.removeEventListener('reset', onReset);
    };
  }, [space, recentre]);
}
