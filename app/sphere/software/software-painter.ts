import { SHOWN_MS } from '../detail/rectangle.ts';
import type { View } from './locator.ts';
import { type Planes, shownHeight } from './planes.ts';
import type { RenderAnswer, RenderRequest, StillAnswer, StillRequest } from './raster-worker.ts';

/** A worker that was started in advance. */
let spareWorker: Worker | null = null;

/** Starts a worker for the next painter: worthwhile while a person still types or a device opens. */
export function prepareWorker(): void {
  spareWorker ??= startWorker();
}

function startWorker(): Worker {
  return new Worker(new URL('./raster-worker.ts', import.meta.url), { type: 'module' });
}

type SoftwarePainterOptions = {
  canvas: HTMLCanvasElement;
  /** Returns the view to render of a picture of this height in pixels, as shown. */
  viewOf: (pictureHeight: number) => View;
  /** A new frame is on the canvas. */
  onPainted: () => void;
  onError: (error: Error) => void;
};

/** A frame that waits for the worker. */
type Waiting = { frame: Planes; done: (spare: Planes['data'] | null) => void };

/**
 * Renders frames on the CPU, in a worker, and draws them on a 2D canvas. One at a time: the source of frames takes the
 * newest one when the last one is shown.
 */
export class SoftwarePainter {
  readonly #options: SoftwarePainterOptions;
  readonly #context: CanvasRenderingContext2D;
  readonly #worker: Worker;
  /** Null while the worker has the buffer. */
  #pixels: Uint32Array<ArrayBuffer> | null = new Uint32Array(0);
  #view: View | null = null;
  /** Whether `viewOf` would return another view than `#view`. */
  #stale = true;
  /** Height of the last frame; 0 before the first. */
  #pictureHeight = 0;
  #waiting: Waiting | null = null;
  #rendering: Waiting | null = null;
  #waitingDetail: Waiting | null = null;
  #renderingDetail: Waiting | null = null;
  /** When the newest part in full detail came. */
  #detailAt = Number.NEGATIVE_INFINITY;

  /** @throws Error without a 2D canvas */
  constructor(options: SoftwarePainterOptions) {
    const context = options.canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('There is no 2D canvas');
    this.#options = options;
    this.#context = context;
    this.#worker = spareWorker ?? startWorker();
    spareWorker = null;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<RenderAnswer>) => this.#show(data));
    this.#worker.addEventListener('error', () => options.onError(new Error('The renderer failed')));
    document.addEventListener('visibilitychange', this.#next);
  }

  /** Renders a frame. @returns the memory of an earlier one, when this one is shown */
  paint(frame: Planes): Promise<Planes['data'] | null> {
    return new Promise((done) => {
      this.#waiting = { frame, done };
      this.#next();
    });
  }

  /** Shows a part of the picture in full detail from the next frame on. @returns as `paint` */
  paintDetail(frame: Planes): Promise<Planes['data'] | null> {
    this.#detailAt = performance.now();
    return new Promise((done) => {
      this.#waitingDetail = { frame, done };
    });
  }

  /** Renders the last frame again, because the view has changed. */
  redraw(): void {
    this.#stale = true;
    this.#next();
  }

  /** Renders the last frame once in another view. @returns null before the first frame */
  async read(view: View): Promise<OffscreenCanvas | null> {
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise<StillAnswer>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    const request: StillRequest = { still: view, answer: port2 };
    this.#worker.postMessage(request, [port2]);
    const pixels = await answered;
    port1.close();
    if (!pixels) return null;
    const canvas = new OffscreenCanvas(view.width, view.height);
    const image = new ImageData(new Uint8ClampedArray(pixels.buffer), view.width, view.height);
    canvas.getContext('2d')?.putImageData(image, 0, 0);
    return canvas;
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#next);
    this.#worker.terminate();
    this.#pixels = null;
  }

  readonly #next = (): void => {
    const frame = this.#waiting?.frame ?? null;
    // Of the window that contains the canvas.
    const { hidden } = this.#options.canvas.ownerDocument;
    if (!this.#pixels || hidden || !(frame || (this.#stale && this.#pictureHeight > 0))) return;
    const height = frame ? shownHeight(frame) : this.#pictureHeight;
    const changed = this.#stale || height !== this.#pictureHeight;
    if (changed) this.#view = this.#options.viewOf(height);
    this.#pictureHeight = height;
    this.#stale = false;
    this.#rendering = this.#waiting;
    this.#waiting = null;
    this.#renderingDetail = this.#waitingDetail;
    this.#waitingDetail = null;
    this.#request(frame, changed);
  };

  #request(frame: Planes | null, changed: boolean): void {
    if (!this.#view || !this.#pixels) return;
    const size = this.#view.width * this.#view.height;
    const pixels = this.#pixels.length === size ? this.#pixels : new Uint32Array(size);
    this.#pixels = null;
    const detail = this.#renderingDetail?.frame ?? null;
    const showsDetail = performance.now() - this.#detailAt < SHOWN_MS;
    const request: RenderRequest = { frame, detail, showsDetail, view: changed ? this.#view : null, pixels };
    const transfer = [pixels, frame?.data, detail?.data].flatMap((memory) => memory?.buffer ?? []);
    this.#worker.postMessage(request, transfer);
  }

  #show({ pixels, spare, spareDetail }: RenderAnswer): void {
    if (!this.#view) return;
    this.#renderingDetail?.done(spareDetail);
    this.#renderingDetail = null;
    const { width, height } = this.#view;
    const { canvas } = this.#options;
    // Setting a size clears the canvas.
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    // Neither copies: after a transfer, the buffer needs another view.
    this.#context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width, height), 0, 0);
    this.#pixels = pixels;
    const rendered = this.#rendering;
    this.#rendering = null;
    if (rendered) {
      this.#options.onPainted();
      rendered.done(spare);
    }
    this.#next();
  }
}
