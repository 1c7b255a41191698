import type { types } from 'mediasoup';
import { Counter, Histogram, type Registry } from 'prom-client';
import { END_REASONS } from '#protocol/channel.ts';
import type { CallEvent } from '../rooms/call-events.ts';
import type { SeatSample } from '../rooms/seat-sample.ts';
import { watchFirstPictures } from '../rtc/first-picture.ts';
import type { TransportData } from '../rtc/seat-media.ts';

/** Metrics of calls: end reasons, connection failures and quality. */
export class CallMetrics {
  readonly #started: Counter;
  readonly #ended: Counter<'reason'>;
  readonly #restarts: Counter;
  readonly #failures: Counter<'stage'>;
  readonly #firstPicture: Histogram;
  readonly #bytes: Counter<'direction'>;
  readonly #bitrate: Histogram<'direction'>;
  readonly #loss: Histogram<'direction'>;
  readonly #roundTrip: Histogram;
  readonly #width: Histogram;
  readonly #frames: Histogram;
  readonly #watched: Counter;
  readonly #frozen: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    const ofDirection = { labelNames: ['direction' as const], registers };
    this.#started = new Counter({
      name: 'panocall_calls_started_total',
      help: 'Calls in which both sides have media, once for each time they begin',
      registers,
    });
    this.#ended = new Counter({
      name: 'panocall_calls_ended_total',
      help: 'Calls that have ended, by reason; one that is gone on with ends again',
      labelNames: ['reason'],
      registers,
    });
    for (const reason of END_REASONS) this.#ended.inc({ reason }, 0);
    this.#restarts = new Counter({
      name: 'panocall_ice_restarts_total',
      help: 'ICE restarts of transports, which browsers ask for when their network changes',
      registers,
    });
    this.#failures = new Counter({
      name: 'panocall_ice_failures_total',
      help: 'Transports that never connected though their browser tried ("connecting"), or lost a connection ("connected")',
      labelNames: ['stage'],
      registers,
    });
    for (const stage of ['connecting', 'connected']) this.#failures.inc({ stage }, 0);
    this.#firstPicture = new Histogram({
      name: 'panocall_first_picture_seconds',
      help: 'From when a camera and a browser to see it were both connected, to the first key frame sent to that browser',
      buckets: [0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10],
      registers,
    });
    this.#bytes = new Counter({
      name: 'panocall_video_bytes_total',
      help: 'Bytes of the pictures of cameras that browsers sent to and received from this server, as sampled',
      ...ofDirection,
    });
    this.#bitrate = new Histogram({
      name: 'panocall_video_bytes_per_second',
      help: 'Rate of the pictures of cameras, of each seat in each sample',
      buckets: [12_500, 25_000, 62_500, 125_000, 250_000, 500_000, 750_000, 1_000_000, 1_500_000, 2_500_000],
      ...ofDirection,
    });
    this.#loss = new Histogram({
      name: 'panocall_video_loss_ratio',
      help: 'Share of lost packets of the pictures of cameras, of each seat in each sample',
      buckets: [0, 0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
      ...ofDirection,
    });
    for (const direction of ['sent', 'received']) {
      this.#bytes.inc({ direction }, 0);
      this.#bitrate.zero({ direction });
      this.#loss.zero({ direction });
    }
    this.#roundTrip = new Histogram({
      name: 'panocall_round_trip_seconds',
      help: 'Time from this server to a browser and back, of each seat in each sample',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.8, 2],
      registers,
    });
    this.#width = new Histogram({
      name: 'panocall_received_frame_width_pixels',
      help: 'Width of the frames that browsers decode, as they report it, of each seat in each sample',
      buckets: [320, 640, 960, 1280, 1920, 2560, 2880, 3840, 5760],
      registers,
    });
    this.#frames = new Histogram({
      name: 'panocall_received_frames_per_second',
      help: 'Frames that browsers decode, as they report it, of each seat in each sample',
      buckets: [1, 5, 10, 15, 20, 24, 28, 30, 45, 60],
      registers,
    });
    this.#watched = new Counter({
      name: 'panocall_watched_seconds_total',
      help: 'How long browsers were due to show a picture of the other camera, as they report it',
      registers,
    });
    this.#frozen = new Counter({
      name: 'panocall_frozen_seconds_total',
      help: 'For how much of that the picture stood still, as browsers report it',
      registers,
    });
  }

  happened({ kind, detail }: CallEvent): void {
    if (kind === 'started') this.#started.inc();
    if (kind === 'restart') this.#restarts.inc();
    if (kind === 'ended')
      this.#ended.inc({ reason: END_REASONS.find((reason) => reason === detail) ?? 'server' });
  }

  sampled({ ms, sent, received, roundTripMs, report }: SeatSample): void {
    for (const [direction, rate] of Object.entries({ sent, received })) {
      if (!rate) continue;
      const perSecond = rate.bitrate / 8;
      this.#bytes.inc({ direction }, (perSecond * ms) / 1000);
      this.#bitrate.observe({ direction }, perSecond);
      if (rate.loss !== null) this.#loss.observe({ direction }, rate.loss);
    }
    if (roundTripMs !== null) this.#roundTrip.observe(roundTripMs / 1000);
    if (!report) return;
    const { width, framesPerSecond } = report.received;
    if (width !== null) this.#width.observe(width);
    if (framesPerSecond !== null) this.#frames.observe(framesPerSecond);
    this.#watched.inc(report.watchedMs / 1000);
    this.#frozen.inc(report.frozenMs / 1000);
  }

  /** Counts a transport's connection failures and times its first pictures. */
  watch(transport: types.WebRtcTransport<TransportData>): void {
    let wasConnected = false;
    transport.observer.on('icestatechange', (state) => {
      wasConnected ||= state === 'connected' || state === 'completed';
      if (state === 'disconnected' && wasConnected) this.#failures.inc({ stage: 'connected' });
    });
    transport.observer.once('close', () => {
      if (!wasConnected && transport.appData.connecting) this.#failures.inc({ stage: 'connecting' });
    });
    watchFirstPictures(transport, (ms) => this.#firstPicture.observe(ms / 1000));
  }
}
