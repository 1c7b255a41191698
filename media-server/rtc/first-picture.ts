import type { types } from 'mediasoup';

/** The parts of mediasoup's consumer that are watched. */
type Camera = {
  readonly paused: boolean;
  readonly producerPaused: boolean;
  readonly observer: {
    on(event: 'pause' | 'resume', listener: () => void): unknown;
    on(event: 'trace', listener: (trace: { type: string }) => void): unknown;
  };
  enableTraceEvent(types: 'keyframe'[]): Promise<void>;
};
type Transport = {
  readonly dtlsState: types.DtlsState;
  readonly observer: { on(event: 'dtlsstatechange', listener: () => void): unknown };
};

/** Measures the first picture of each camera received over a transport: see `measureFirst`. */
export function watchFirstPictures(transport: types.WebRtcTransport, onFirst: (ms: number) => void): void {
  transport.observer.on('newconsumer', (consumer) => {
    if (consumer.appData.source === 'camera') measureFirst(transport, consumer, onFirst);
  });
}

/**
 * Measures the time from when everything is ready between a camera and a browser until the first key frame is sent to
 * that browser. Whether it arrives and is painted, only the browser knows.
 * @param onFirst called once, with ms
 */
export function measureFirst(transport: Transport, consumer: Camera, onFirst: (ms: number) => void): void {
  let readyAt: number | null = null;
  let isSeen = false;
  const look = () => {
    const isReady = transport.dtlsState === 'connected' && !consumer.paused && !consumer.producerPaused;
    // Pausing before the first key frame restarts the measurement.
    readyAt = isReady ? (readyAt ?? performance.now()) : null;
  };
  look();
  consumer.observer.on('resume', look);
  consumer.observer.on('pause', look);
  transport.observer.on('dtlsstatechange', look);
  const trace = (types: 'keyframe'[]) => {
    // Fails if the consumer was closed meanwhile: then there is nothing to trace.
    consumer.enableTraceEvent(types).catch(() => {});
  };
  consumer.observer.on('trace', ({ type }) => {
    if (type !== 'keyframe' || isSeen || readyAt === null) return;
    isSeen = true;
    onFirst(performance.now() - readyAt);
    trace([]);
  });
  trace(['keyframe']);
}
