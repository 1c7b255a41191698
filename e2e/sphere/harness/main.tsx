import { createRoot } from 'react-dom/client';
import { Aim } from '#app/call/detail/aim.ts';
import { cutDetail } from '#app/call/detail/crop.ts';
import { followGyroscope } from '#app/sphere/look/gyroscope.ts';
import { createLookStore, type Look } from '#app/sphere/look/look-store.ts';
import { FIRST_FRAME_MARK, PaintMeter } from '#app/sphere/paint/paint-meter.ts';
import type { PaintWay } from '#app/sphere/paint/paint-way.ts';
import { PanoramaView } from '#app/sphere/panorama-view.tsx';
import type { PanoramaMode, SpherePicture } from '#app/sphere/picture.ts';
import { FrameGenerator, type RawFrame } from './frame-generator.ts';
import type { VrShown } from './vr-page.tsx';

export type HarnessView = { mode: PanoramaMode; picture: SpherePicture };

/** The interface through which a test controls the page. */
type Harness = {
  /** Shows the frame of `/frame.yuv` from now on. */
  feed(frame: RawFrame): Promise<void>;
  /** As `feed`, from a new track of the same stream. */
  changeTrack(frame: RawFrame): Promise<void>;
  /** Shows the part of `/detail.yuv` that is looked at in full detail, as its sender cuts it. */
  feedDetail(frame: RawFrame): Promise<void>;
  /** Stops the frames. */
  hold(): void;
  show(view: HarnessView): void;
  look(look: Partial<Look>): void;
  readLook(): Look;
  resize(width: number, height: number): void;
  followGyroscope(): void;
  /** Shows the video in the headset, from the first call on. */
  showInVr(view: VrShown): Promise<void>;
  /** The buttons pressed in the headset. */
  pressedInVr(): string[];
  /** Resolves after two more frames were rendered, so that earlier changes are on the screen. */
  painted(): Promise<{ painted: number; way: PaintWay | null; marks: number; errors: string[] }>;
};

declare global {
  var harness: Harness;
}

const container = document.getElementById('view');
if (!container) throw new Error('The page has no place for the view');
const root = createRoot(container);
const look = createLookStore();
const meter = new PaintMeter();
const errors: string[] = [];
const video = document.createElement('video');
video.muted = true;
let generator = new FrameGenerator();
let detail: FrameGenerator | null = null;
const aim = new Aim();
let view: HarnessView | null = null;
let vr: Awaited<ReturnType<typeof import('./vr-page.tsx').enterVr>> | null = null;

function render(): void {
  if (!view) return;
  root.render(
    <PanoramaView
      {...view}
      source={video}
      track={generator.track}
      detail={detail?.track}
      expectedHeight={960}
      look={look}
      meter={meter}
      label="A sphere"
      onError={(error) => errors.push(error.message)}
    />,
  );
}

async function play(frame: RawFrame): Promise<void> {
  await generator.repeat(frame, '/frame.yuv');
  video.srcObject = new MediaStream([generator.track]);
  await video.play();
}

globalThis.harness = {
  feed: play,
  async changeTrack(frame) {
    generator.stop();
    generator = new FrameGenerator();
    await play(frame);
    render();
  },
  async feedDetail(frame) {
    detail ??= new FrameGenerator();
    await detail.repeat(frame, '/detail.yuv', async (whole) => {
      const { yaw, pitch } = look.getState();
      if (view) aim.setPicture(view.picture);
      aim.look({ look: { yaw, pitch }, speed: { yaw: 0, pitch: 0 } });
      const part = await cutDetail(whole, aim.place);
      whole.close();
      return part;
    });
    render();
  },
  hold: () => generator.hold(),
  show(next) {
    view = next;
    render();
  },
  look: (next) => look.setState(next),
  readLook() {
    const { yaw, pitch, roll, fov } = look.getState();
    return { yaw, pitch, roll, fov };
  },
  resize(width, height) {
    container.style.width = `${width}px`;
    container.style.height = `${height}px`;
  },
  followGyroscope() {
    followGyroscope(look);
  },
  async showInVr(shown) {
    const onError = (error: Error) => errors.push(error.message);
    const { enterVr } = await import('./vr-page.tsx');
    vr ??= await enterVr({ source: video, look, meter, onError });
    vr.show(shown);
  },
  pressedInVr: () => vr?.pressed ?? [],
  async painted() {
    const enough = meter.painted + 2;
    while (meter.painted < enough && errors.length === 0) await nextFrame();
    await nextFrame();
    await nextFrame();
    const marks = performance.getEntriesByName(FIRST_FRAME_MARK).length;
    return { painted: meter.painted, way: meter.way, marks, errors };
  },
};

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
