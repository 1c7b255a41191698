type Size = { width: number; height: number };

/** Width of the small picture that is drawn enlarged as the background, and its blur radius, in its pixels. */
const SMALL_WIDTH = 96;
const BLUR = 2.5;

function canvas({ width, height }: Size): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('No canvas');
  return context;
}

/** Draws pictures in which everything but the person is blurred. */
export class Compositor {
  #sharp = canvas({ width: 1, height: 1 });
  #whole = canvas({ width: 1, height: 1 });
  #small = canvas({ width: 1, height: 1 });
  #smooth = canvas({ width: 1, height: 1 });
  #mask = canvas({ width: 1, height: 1 });

  /**
   * Draws a frame to a canvas, valid until the next call. Done once per frame, because without a GPU its colour
   * conversion costs most.
   */
  take(frame: VideoFrame): OffscreenCanvas {
    const size = { width: frame.displayWidth, height: frame.displayHeight };
    this.#sharp = sized(this.#sharp, size);
    this.#whole = sized(this.#whole, size);
    this.#sharp.drawImage(frame, 0, 0, size.width, size.height);
    return this.#sharp.canvas;
  }

  /**
   * Returns a new frame of the picture last taken.
   * @param timestamp of the frame, in microseconds
   * @param person its alpha marks the person, in any size; null: all is blurred
   */
  blur(timestamp: number, person: ImageData | null): VideoFrame {
    const { width, height } = this.#whole.canvas;
    this.#smoothen();
    const whole = this.#whole;
    whole.globalCompositeOperation = 'copy';
    if (person) {
      this.#mask = sized(this.#mask, person);
      this.#mask.putImageData(person, 0, 0);
      whole.drawImage(this.#mask.canvas, 0, 0, width, height);
      whole.globalCompositeOperation = 'source-in';
      whole.drawImage(this.#sharp.canvas, 0, 0);
      whole.globalCompositeOperation = 'destination-over';
    }
    whole.drawImage(this.#smooth.canvas, 0, 0, width, height);
    return new VideoFrame(whole.canvas, { timestamp, alpha: 'discard' });
  }

  /** Blurs at a small size, where a strong blur costs little. */
  #smoothen(): void {
    const { width: whole, height: tall } = this.#sharp.canvas;
    const size = { width: SMALL_WIDTH, height: Math.max(1, Math.round((SMALL_WIDTH * tall) / whole)) };
    this.#small = sized(this.#small, size);
    this.#smooth = sized(this.#smooth, size);
    const { width, height } = size;
    // The mean of all pixels, not a few of them.
    this.#small.imageSmoothingQuality = 'medium';
    this.#small.drawImage(this.#sharp.canvas, 0, 0, width, height);
    this.#smooth.filter = `blur(${BLUR}px)`;
    // Slightly larger, as blurred edges are transparent.
    const beyond = 2 * BLUR;
    this.#smooth.drawImage(this.#small.canvas, -beyond, -beyond, width + 2 * beyond, height + 2 * beyond);
  }
}

function sized(
  context: OffscreenCanvasRenderingContext2D,
  { width, height }: Size,
): OffscreenCanvasRenderingContext2D {
  const fits = context.canvas.width === width && context.canvas.height === height;
  return fits ? context : canvas({ width, height });
}
