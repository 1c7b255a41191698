import type { Direction } from '#app/sphere/look/look-store.ts';
import type { FrameColour } from '#app/sphere/software/colour.ts';
import type { View } from '#app/sphere/software/locator.ts';
import type { RenderRequest } from '#app/sphere/software/raster-worker.ts';

/**
 * What a canvas was told to show: a view of a frame, whose number is read from the middle row of its strip, and of a part
 * of it in full detail, whose place is read from such a row; null without one.
 */
type Shown = { view: View; strip: number[]; part: number[] | null; width: number; colour: FrameColour };

/** `at`: when it was painted, in ms since 1970. */
type Kept = Shown & { at: number; image: ImageData };

/** What was on the canvas, stretched to the view as the browser does; its luma is of limited range, as in the video. */
export type Seen = Omit<Kept, 'image'> & { columns: number; rows: number; luma: Uint8Array };

declare global {
  interface Window {
    glass: {
      /** Of the sphere: how many frames were painted. */
      painted: number;
      kept: Kept[];
      /** When the canvas was kept last, by `performance`. */
      keptAt: number;
      /** Time from one that is kept to the next, in ms. */
      pause: number;
    };
  }
}

/**
 * Runs in the guest's page before its own scripts: keeps what is on the canvas, right after painting, with the view and
 * the frame that its painter was given.
 * @param delay by which the messages with the direction of view are held up, in ms
 */
export function watchGlass(delay: number): void {
  window.glass = { painted: 0, kept: [], keptAt: 0, pause: Number.POSITIVE_INFINITY };
  const { glass } = window;
  let shown: Partial<Shown> = {};
  let part: number[] | null = null;

  const send = RTCDataChannel.prototype.send;
  RTCDataChannel.prototype.send = function (this: RTCDataChannel, ...args: unknown[]) {
    if (this.label === 'gaze') setTimeout(() => Reflect.apply(send, this, args), delay);
    else Reflect.apply(send, this, args);
  };

  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
    const [message] = args;
    if (isRender(message)) note(message);
    Reflect.apply(post, this, args);
  };

  function isRender(message: unknown): message is RenderRequest {
    return typeof message === 'object' && message !== null && 'pixels' in message && 'view' in message;
  }

  function note({ frame, detail, showsDetail, view }: RenderRequest): void {
    if (view) shown = { ...shown, view };
    if (detail) {
      const { width, height, data } = detail;
      const middle = (height - 8) * width;
      part = [...data.subarray(middle, middle + width / 2)];
    }
    shown = { ...shown, part: showsDetail ? part : null };
    if (!frame) return;
    glass.painted++;
    const { width, height, data, colour } = frame;
    const middle = (height - Math.round(width / 120)) * width;
    shown = { ...shown, strip: [...data.subarray(middle, middle + width / 2)], width, colour };
  }

  let copy: OffscreenCanvasRenderingContext2D | null = null;
  const paint = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (...args: [ImageData, number, number]) {
    Reflect.apply(paint, this, args);
    const now = performance.now();
    const { view, strip, part = null, width, colour } = shown;
    if (now - glass.keptAt < glass.pause || !view || !strip || !width || !colour) return;
    if (args[0].width !== view.width) return;
    glass.keptAt = now;
    const { canvas } = this;
    const [columns, rows] = [canvas.clientWidth, canvas.clientHeight];
    copy ??= new OffscreenCanvas(columns, rows).getContext('2d', { willReadFrequently: true });
    copy?.drawImage(canvas, 0, 0, columns, rows);
    const image = copy?.getImageData(0, 0, columns, rows);
    if (image) glass.kept.push({ at: performance.timeOrigin + now, view, strip, part, width, colour, image });
  };
}

/** A direction at each sixtieth of a second, and whether the viewer has rested for less than a second. */
type Step = Direction & { isFresh: boolean };

/** `fov`: of the view, vertical, in degrees. */
type Replay = { steps: readonly Step[]; fov: number; keeps: boolean };

/**
 * Runs in the guest's page: turns the view by dragging it, and keeps what is seen if wished, more often after a turn.
 * @returns when it began, in ms since 1970
 */
export async function replayLooks({ steps, fov, keeps }: Replay): Promise<number> {
  const { glass } = window;
  const element = document.querySelector<HTMLElement>('[role=application]');
  if (!element) throw new Error('There is no sphere');
  // The pointer is made up, and cannot be captured.
  element.setPointerCapture = () => {};
  const radians = Math.PI / 180;
  let [x, y] = [element.clientWidth / 2, element.clientHeight / 2];
  const perPixel = (2 * Math.tan((fov * radians) / 2)) / element.clientHeight / radians;
  const dispatch = (name: string) =>
    element.dispatchEvent(
      new PointerEvent(name, {
        ...{ bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', isPrimary: true },
        ...{ buttons: 1, clientX: x, clientY: y },
      }),
    );
  dispatch('pointerdown');
  const begin = performance.now();
  let last: Direction = steps[0] ?? { yaw: 0, pitch: 0 };
  await new Promise<void>((done) => {
    const move = () => {
      const step = steps[Math.floor(((performance.now() - begin) / 1000) * 60)];
      if (!step) return done();
      if (keeps) glass.pause = step.isFresh ? 50 : 250;
      if (step.yaw !== last.yaw || step.pitch !== last.pitch) {
        // The picture is grabbed: it moves with the pointer.
        x -= ((step.yaw - last.yaw) * Math.cos(last.pitch * radians)) / perPixel;
        y += (step.pitch - last.pitch) / perPixel;
        last = step;
        dispatch('pointermove');
      }
      requestAnimationFrame(move);
    };
    move();
  });
  glass.pause = Number.POSITIVE_INFINITY;
  return performance.timeOrigin + begin;
}

/** Runs in the guest's page. @returns the first that was kept, with its luma in base64, and forgets it; null without one */
export async function takeSeen(): Promise<(Omit<Seen, 'luma'> & { luma: string }) | null> {
  const { image, ...seen } = window.glass.kept.shift() ?? { image: null };
  if (!image || !('at' in seen)) return null;
  const { data, width: columns, height: rows } = image;
  const [red, blue] = seen.colour.matrix?.match(/470|170/) ? [0.299, 0.114] : [0.2126, 0.0722];
  const luma = new Uint8Array(columns * rows);
  for (let at = 0, byte = 0; at < luma.length; at++, byte += 4) {
    const [r = 0, g = 0, b = 0] = [data[byte], data[byte + 1], data[byte + 2]];
    luma[at] = 16.5 + (219 / 255) * (red * r + (1 - red - blue) * g + blue * b);
  }
  const reader = new FileReader();
  const read = new Promise((resolve) => {
    reader.onload = resolve;
  });
  reader.readAsDataURL(new Blob([luma]));
  await read;
  return { ...seen, columns, rows, luma: String(reader.result).replace(/^.*,/, '') };
}
