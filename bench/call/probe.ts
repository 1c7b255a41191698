/** Times are ms since 1970, by `performance`, so that pages can be compared. */
export type Sample = {
  at: number;
  /** The video received by this page. */
  received: { bytes: number; frames: number; width: number; height: number } | null;
  /** Target bitrate of this page's encoder, in bit/s. */
  encoderTarget: number | null;
};

type Probe = {
  /** The last click before the first painted frame. */
  clickedAt: number | null;
  firstPaintedAt: number | null;
  painted: number;
  /** How the last video frame was painted; null before the first. */
  paintedBy: 'WebGL' | '2D' | null;
  samples: Sample[];
  sample: () => Promise<Sample>;
  /** Called with the canvas on which a video frame was just painted. */
  onPainted: ((canvas: HTMLCanvasElement | OffscreenCanvas) => void) | null;
  shown: ClockRead[];
};

/** Brightness of the film's clock squares on the canvas, 0 to 255, row by row; `at` as in a sample. */
type ClockRead = { at: number; levels: number[] };

declare global {
  interface Window {
    probe: Probe;
  }
}

/**
 * Runs in each page before its own scripts. Counts painted frames and reads peer connections from outside, in the same
 * way for every contender: a video frame counts as painted once something at least 256 pixels wide was uploaded to a
 * texture and a draw call follows, or was put on a 2D canvas.
 */
export function installProbe(): void {
  const connections: RTCPeerConnection[] = [];
  let fresh = false;

  const now = () => performance.timeOrigin + performance.now();
  const probe: Probe = {
    clickedAt: null,
    firstPaintedAt: null,
    painted: 0,
    paintedBy: null,
    samples: [],
    sample,
    onPainted: null,
    shown: [],
  };
  window.probe = probe;

  window.addEventListener(
    'click',
    (event) => {
      if (probe.firstPaintedAt === null) probe.clickedAt = performance.timeOrigin + event.timeStamp;
    },
    { capture: true },
  );

  after('texImage2D', (args) => {
    // (target, level, internalformat, [width, height, border,] format, type, source)
    const [width, source] = args.length > 6 ? [args[3], args[8]] : [widthOf(args[5]), args[5]];
    if (source !== null && Number(width) >= 256) fresh = true;
  });
  after('texSubImage2D', (args) => {
    // (target, level, x, y, [width, height,] format, type, source)
    const width = args.length > 7 ? args[4] : widthOf(args[6]);
    if (Number(width) >= 256) fresh = true;
  });
  for (const name of ['drawElements', 'drawArrays'] as const) {
    after(name, (_, { canvas }) => {
      if (!fresh) return;
      fresh = false;
      countPainted(canvas, 'WebGL');
    });
  }
  const putImageData = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (...args: [ImageData, number, number]) {
    Reflect.apply(putImageData, this, args);
    if (args[0].width >= 256) countPainted(this.canvas, '2D');
  };

  function countPainted(canvas: HTMLCanvasElement | OffscreenCanvas, by: 'WebGL' | '2D'): void {
    probe.painted++;
    probe.paintedBy = by;
    probe.firstPaintedAt ??= now();
    probe.onPainted?.(canvas);
  }

  type Watched = 'texImage2D' | 'texSubImage2D' | 'drawElements' | 'drawArrays';
  function after(name: Watched, look: (args: unknown[], context: WebGL2RenderingContext) => void): void {
    const native = WebGL2RenderingContext.prototype[name];
    Object.defineProperty(WebGL2RenderingContext.prototype, name, {
      value(this: WebGL2RenderingContext, ...args: unknown[]) {
        Reflect.apply(native, this, args);
        look(args, this);
      },
    });
  }

  function widthOf(source: unknown): number {
    if (source instanceof HTMLVideoElement) return source.videoWidth;
    return source instanceof VideoFrame ? source.displayWidth : 0;
  }

  window.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      if (connections.length === 0) setInterval(async () => probe.samples.push(await sample()), 500);
      connections.push(this);
    }
  };

  async function sample(): Promise<Sample> {
    const taken: Sample = { at: now(), received: null, encoderTarget: null };
    for (const report of await Promise.all(connections.map((connection) => connection.getStats()))) {
      report.forEach((entry: RTCInboundRtpStreamStats | RTCOutboundRtpStreamStats) => {
        if (!('kind' in entry) || entry.kind !== 'video') return;
        if (entry.type === 'outbound-rtp' && 'targetBitrate' in entry) {
          taken.encoderTarget = entry.targetBitrate ?? null;
        }
        if (entry.type === 'inbound-rtp' && 'bytesReceived' in entry && entry.frameWidth) {
          taken.received = {
            bytes: entry.bytesReceived ?? 0,
            frames: entry.framesDecoded ?? 0,
            width: entry.frameWidth,
            height: entry.frameHeight ?? 0,
          };
        }
      });
    }
    return taken;
  }
}
