import { useLayoutEffect, useRef } from 'react';
import { DETAILED } from '../detail/rectangle.ts';
import type { LookStore } from '../look/look-store.ts';
import type { PaintMeter } from '../paint/paint-meter.ts';
import { pixelRatio } from '../paint/pixel-ratio.ts';
import { boundsOf, type PanoramaMode, type SpherePicture } from '../picture.ts';
import { trackFrames } from '../track-frames.ts';
import type { ViewReader } from '../view-reader.ts';
import { copyOf, readRatio, useViewReader } from '../view-reader.ts';
import { CELL } from './cells.ts';
import type { View } from './locator.ts';
import { PlaneSource } from './plane-source.ts';
import { SoftwarePainter } from './software-painter.ts';
import { stillPlanes } from './still.ts';

/** Of a view to read: a larger one takes a weak processor seconds, in which the picture stands still. */
const READ_LIMITS = { side: 4_096, pixels: 3_840 * 2_160 };

type SoftwareViewProps = {
  /** A video's track or a loaded picture; null while it is awaited: the last one stays. */
  source: MediaStreamTrack | HTMLImageElement | null;
  /** The track with a part of the picture in full detail; null without one. */
  detail?: MediaStreamTrack | null;
  picture: SpherePicture;
  mode: PanoramaMode;
  look: LookStore;
  meter?: PaintMeter;
  view?: ViewReader;
  /** Pauses rendering. */
  paused?: boolean;
  /** Called when the first frame has been rendered. */
  onFirst: () => void;
  /** Called when frames are not in system memory, or cannot be read. */
  onUnreadable: () => void;
  onError: (error: Error) => void;
};

/** Renders a video or a still picture on the CPU, from planes. */
export function SoftwareView({ source, ...props }: SoftwareViewProps) {
  const { detail = null, picture, mode, look, paused } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const painter = useRef<SoftwarePainter | null>(null);
  const latest = useRef(props);
  latest.current = props;

  useViewReader(props.view, async () => {
    const place = canvas.current;
    if (!place) return null;
    const { clientWidth: width, clientHeight: height } = place;
    const ratio = readRatio({ width, height }, READ_LIMITS);
    const still = await painter.current?.read(viewWith(place, ratio, latest.current));
    // Of whole cells, which are stretched to the view.
    return still ? copyOf(still, Math.round(width * ratio), Math.round(height * ratio)) : null;
  });

  // Before the browser draws, and in this order: the first frame waits for all of it.
  useLayoutEffect(() => {
    const place = canvas.current;
    if (!place) return;
    let first = true;
    const started = new SoftwarePainter({
      canvas: place,
      viewOf: (pictureHeight) => viewOf(place, pictureHeight, latest.current),
      onPainted() {
        if (first) latest.current.onFirst();
        first = false;
        latest.current.meter?.countFrame('planes');
      },
      onError: (error) => latest.current.onError(error),
    });
    painter.current = started;
    const observer = new ResizeObserver(() => started.redraw());
    observer.observe(place);
    return () => {
      observer.disconnect();
      started.close();
    };
  }, []);

  useLayoutEffect(() => {
    const painting = painter.current;
    if (!painting || !source || paused) return;
    if (source instanceof HTMLImageElement) {
      void painting.paint(stillPlanes(source));
      return;
    }
    const frames = trackFrames(source);
    if (!frames) return;
    const reader = new PlaneSource({
      frames,
      onFrame: (frame) => painting.paint(frame),
      onUnreadable: () => latest.current.onUnreadable(),
    });
    return () => reader.close();
  }, [source, paused]);

  useLayoutEffect(() => {
    const painting = painter.current;
    const frames = painting && detail && !paused ? trackFrames(detail) : null;
    if (!painting || !frames) return;
    const reader = new PlaneSource({
      frames,
      onFrame: (frame) => painting.paintDetail(frame),
      // Then the whole is shown alone.
      onUnreadable() {},
    });
    return () => reader.close();
  }, [detail, paused]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each is part of the view
  useLayoutEffect(() => {
    if (paused) return;
    painter.current?.redraw();
    return look.subscribe(() => painter.current?.redraw());
  }, [look, mode, picture, detail, paused]);

  return <canvas ref={canvas} style={{ display: 'block', width: '100%', height: '100%' }} />;
}

type Scene = Pick<SoftwareViewProps, 'detail' | 'picture' | 'mode' | 'look'>;

/** The view for a canvas with as many pixels as the picture has detail for. */
function viewOf(canvas: HTMLCanvasElement, pictureHeight: number, scene: Scene): View {
  const { detail, picture, mode } = scene;
  const ratio = pixelRatio({
    way: 'planes',
    pictureHeight: (detail ? DETAILED.height : pictureHeight) / boundsOf(picture).height,
    mode,
    stereo: picture.stereo,
    devicePixelRatio,
    viewHeight: canvas.clientHeight || 1,
  });
  return viewWith(canvas, ratio, scene);
}

/**
 * The view for a canvas with this many pixels for each CSS pixel, in whole cells; the canvas is stretched to its
 * element.
 */
function viewWith(
  { clientWidth, clientHeight }: HTMLCanvasElement,
  ratio: number,
  { picture, mode, look }: Scene,
): View {
  // Without a size it is not visible.
  const [viewWidth, viewHeight] = [clientWidth || 1, clientHeight || 1];
  const { projection, stereo, heading, pitch: up, roll: aslant, lenses, bounds } = picture;
  const { yaw, pitch, roll, fov } = look.getState();
  return {
    mode,
    picture: { projection, stereo, heading, pitch: up, roll: aslant, lenses, bounds },
    look: { yaw, pitch, roll, fov },
    width: Math.ceil((viewWidth * ratio) / CELL) * CELL,
    height: Math.ceil((viewHeight * ratio) / CELL) * CELL,
    aspect: viewWidth / viewHeight,
  };
}
