import type { BrowserContext } from '@playwright/test';
import { keepConnections } from '../call/support/connections.ts';

/** What a page has received and shows at one moment. Counts only grow, also when connections are replaced. */
export type Sample = {
  /** Milliseconds since 1970. */
  at: number;
  /** Video frames decoded and painted. */
  decoded: number;
  painted: number;
  /** Samples of sound that arrived, without those that the decoder concealed. */
  heard: number;
  /** Bytes of video received. */
  bytes: number;
  width: number;
  height: number;
  /** Ids of the received RTP streams: they change only with the producer or consumer. */
  streams: string[];
  /** UDP or TCP of the connection in use; through a TURN server that to the server, or TLS. */
  protocol: string | null;
  /** Address of that connection's other end. */
  remote: string | null;
  /** The texts of its notices and its heading. */
  says: string[];
};

declare global {
  interface Window {
    reportSample(sample: Sample): void;
  }
}

/** Sampling interval: measurements are as exact as this. */
const SAMPLE_MS = 100;

/** Collects samples of every page that a browser context opens from now on, also across reloads. */
export async function watchContext(context: BrowserContext): Promise<Watch> {
  const watch = new Watch();
  await context.exposeBinding('reportSample', (_source, sample: Sample) => watch.samples.push(sample));
  await context.addInitScript(keepConnections);
  await context.addInitScript(reportSamples, SAMPLE_MS);
  return watch;
}

/** What a visitor's page received and showed over time. */
export class Watch {
  readonly samples: Sample[] = [];

  get latest(): Sample | undefined {
    return this.samples.at(-1);
  }

  /** The longest time without a new frame, in seconds. @param from and `to`: milliseconds since 1970 */
  still(from: number, to: number): number {
    return longestPause(this.#pictures(from, to), from, to);
  }

  /** Decoded frames per second. */
  frameRate(from: number, to: number): number {
    const seen = this.samples.filter(({ at }) => at >= from && at <= to);
    return ((seen.at(-1)?.decoded ?? 0) - (seen[0]?.decoded ?? 0)) / ((to - from) / 1000);
  }

  /** The longest time in seconds in which less than half of the played sound had arrived. */
  silent(from: number, to: number): number {
    return longestPause(this.#sounds(from, to), from, to);
  }

  /** When picture and sound resumed after their last pause of at least a second; `from` if there was none. */
  backAt(from: number, to: number): number {
    const ends = [this.#pictures(from, to), this.#sounds(from, to)].map((moments) => {
      const last = moments.findLastIndex((at, index) => at - (moments[index - 1] ?? from) >= 1_000);
      return moments[last] ?? from;
    });
    return Math.max(...ends);
  }

  /** How long pictures were decoded, in seconds: a pause counts for a second at most. */
  decodedFor(): number {
    const moments = this.#pictures(0, Number.POSITIVE_INFINITY);
    return moments.reduce((sum, at, i) => sum + Math.min(1_000, at - (moments[i - 1] ?? at)), 0) / 1000;
  }

  #pictures(from: number, to: number): number[] {
    return this.#moments(from, to, (now, before) => now.decoded > before.decoded);
  }

  #sounds(from: number, to: number): number[] {
    // WebRTC decodes 48 samples per millisecond.
    return this.#moments(from, to, (now, before) => now.heard - before.heard > (now.at - before.at) * 24);
  }

  #moments(from: number, to: number, isAlive: (now: Sample, before: Sample) => boolean): number[] {
    const alive = this.samples.filter((now, index) => {
      const before = this.samples[index - 1];
      return before && now.at >= from && now.at <= to && isAlive(now, before);
    });
    return alive.map(({ at }) => at);
  }

  /** Texts on the screen with the seconds they were shown, in order of appearance. */
  said(from: number, to: number): { text: string; seconds: number; until: number }[] {
    const said = new Map<string, { text: string; seconds: number; until: number }>();
    for (const [index, { at, says }] of this.samples.entries()) {
      if (at < from || at > to) continue;
      const lasted = Math.min(this.samples[index + 1]?.at ?? to, to) - at;
      for (const text of says) {
        const seconds = (said.get(text)?.seconds ?? 0) + lasted / 1000;
        said.set(text, { text, seconds, until: at + lasted });
      }
    }
    return [...said.values()];
  }

  /** Bit rate of the received video over the last seconds before a moment, in Mbit/s. */
  rate(to: number, seconds = 3): number {
    const span = this.samples.filter(({ at }) => at <= to && at >= to - seconds * 1000);
    const [first, last] = [span[0], span.at(-1)];
    if (!first || !last || last.at === first.at) return 0;
    return ((last.bytes - first.bytes) * 8) / (last.at - first.at) / 1000;
  }
}

function longestPause(moments: readonly number[], from: number, to: number): number {
  const pauses = [...moments, to].map((at, index) => at - (moments[index - 1] ?? from));
  return Math.max(...pauses) / 1000;
}

/** Runs in each page before its own scripts. */
function reportSamples(intervalMs: number): void {
  const seen = new Map<string, number>();
  const sums = { decoded: 0, painted: 0, heard: 0, bytes: 0 };
  let isFresh = false;

  // A frame counts as painted when it is put on a 2D canvas, or when a texture was uploaded and drawn.
  const putImageData = CanvasRenderingContext2D.prototype.putImageData;
  CanvasRenderingContext2D.prototype.putImageData = function (...args: [ImageData, number, number]) {
    Reflect.apply(putImageData, this, args);
    sums.painted++;
  };
  for (const name of ['texImage2D', 'texSubImage2D'] as const) before(name, () => (isFresh = true));
  for (const name of ['drawElements', 'drawArrays'] as const) {
    before(name, () => {
      if (isFresh) sums.painted++;
      isFresh = false;
    });
  }
  function before(
    name: 'texImage2D' | 'texSubImage2D' | 'drawElements' | 'drawArrays',
    run: () => void,
  ): void {
    const native = WebGL2RenderingContext.prototype[name];
    Object.defineProperty(WebGL2RenderingContext.prototype, name, {
      value(...args: unknown[]) {
        run();
        return Reflect.apply(native, this, args);
      },
    });
  }

  /** Adds a counter's growth since it was last read. */
  function add(sum: 'decoded' | 'heard' | 'bytes', counter: string, value = 0): void {
    sums[sum] += value - (seen.get(`${sum} ${counter}`) ?? 0);
    seen.set(`${sum} ${counter}`, value);
  }

  async function sample(): Promise<void> {
    const taken: Taken = { width: 0, height: 0, streams: [], protocol: null, remote: null };
    for (const [index, connection] of (window.connections ?? []).entries()) {
      if (connection.connectionState === 'closed') continue;
      const report = await connection.getStats();
      for (const entry of report.values()) read(entry, `${index} ${entry.id}`, report, taken);
    }
    const notices = document.querySelectorAll<HTMLElement>(
      '[role=status], [role=alert], h1:not([role=status] h1)',
    );
    const shown = [...notices].filter((element) => element.checkVisibility({ visibilityProperty: true }));
    const says = shown
      .map((element) => element.innerText.trim().replaceAll(/\s*\n\s*/g, ': '))
      .filter(Boolean);
    window.reportSample({ at: Date.now(), ...sums, ...taken, says: [...new Set(says)] });
  }

  type Taken = Pick<Sample, 'width' | 'height' | 'streams' | 'protocol' | 'remote'>;
  type Entry = RTCStats & Partial<RTCInboundRtpStreamStats & RTCTransportStats & RTCIceCandidatePairStats>;

  function read(entry: Entry, counter: string, report: RTCStatsReport, taken: Taken): void {
    if (entry.type === 'transport' && entry.selectedCandidatePairId) {
      const pair: Entry | undefined = report.get(entry.selectedCandidatePairId);
      const local: { protocol?: string; relayProtocol?: string } | undefined = report.get(
        pair?.localCandidateId ?? '',
      );
      const remote: { address?: string } | undefined = report.get(pair?.remoteCandidateId ?? '');
      // Of two connections, the receiving one.
      if (pair?.bytesReceived) {
        taken.protocol = local?.relayProtocol ?? local?.protocol ?? null;
        taken.remote = remote?.address ?? null;
      }
    }
    // mediasoup probes the bandwidth with a stream without a picture, when it thinks that it must.
    const probeSsrc = 1234;
    if (entry.type !== 'inbound-rtp' || entry.ssrc === probeSsrc) return;
    taken.streams.push(`${entry.kind} ${entry.ssrc}`);
    if (entry.kind === 'audio') {
      add('heard', counter, (entry.totalSamplesReceived ?? 0) - (entry.concealedSamples ?? 0));
      return;
    }
    add('decoded', counter, entry.framesDecoded);
    add('bytes', counter, entry.bytesReceived);
    taken.width = entry.frameWidth ?? taken.width;
    taken.height = entry.frameHeight ?? taken.height;
  }

  const next = (): void => void sample().finally(() => setTimeout(next, intervalMs));
  next();
}
