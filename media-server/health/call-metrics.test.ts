import { EventEmitter } from 'node:events';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { END_REASONS } from '#protocol/channel.ts';
import { measureFirst } from '../rtc/first-picture.ts';
import { CallMetrics } from './call-metrics.ts';

/** Metric lines with a non-zero value. */
async function counted(registry: Registry) {
  const lines = (await registry.metrics()).split('\n');
  return lines.filter((line) => line.startsWith('panocall_') && !line.endsWith(' 0'));
}

it("counts samples of both directions and the browsers' reports", async () => {
  const registry = new Registry();
  const metrics = new CallMetrics(registry);
  metrics.sampled({
    ...{ seat: 'guest', ms: 10_000, sent: null, roundTripMs: 40 },
    received: { bitrate: 8_000_000, loss: 0.015 },
    report: {
      ...{ watchedMs: 10_000, frozenMs: 2_500, roundTripMs: null },
      received: { width: 1920, height: 960, framesPerSecond: 29 },
      sent: { width: null, height: null, framesPerSecond: null, limitation: null },
    },
  });
  const lines = await counted(registry);
  expect(lines).toContain('panocall_video_bytes_total{direction="received"} 10000000');
  expect(lines).toContain('panocall_video_bytes_per_second_sum{direction="received"} 1000000');
  expect(lines).toContain('panocall_video_loss_ratio_bucket{le="0.02",direction="received"} 1');
  expect(lines.join()).not.toContain('panocall_video_loss_ratio_bucket{le="0.01",');
  expect(lines).toContain('panocall_round_trip_seconds_sum 0.04');
  expect(lines).toContain('panocall_received_frame_width_pixels_sum 1920');
  expect(lines).toContain('panocall_received_frames_per_second_sum 29');
  expect(lines).toContain('panocall_watched_seconds_total 10');
  expect(lines).toContain('panocall_frozen_seconds_total 2.5');
  expect(lines.join()).not.toContain('"sent"');
});

it('exports all end reasons from the start, and no others', async () => {
  const registry = new Registry();
  const metrics = new CallMetrics(registry);
  metrics.happened({ seat: null, kind: 'ended', detail: 'lost' });
  metrics.happened({ seat: null, kind: 'ended', detail: 'of an unknown kind' });
  expect((await registry.metrics()).match(/^panocall_calls_ended_total/gm)).toHaveLength(END_REASONS.length);
  expect(await counted(registry)).toEqual([
    'panocall_calls_ended_total{reason="lost"} 1',
    'panocall_calls_ended_total{reason="server"} 1',
  ]);
});

class Consumer {
  readonly observer = new EventEmitter();
  readonly traced: string[][] = [];
  paused = true;
  producerPaused = false;
  async enableTraceEvent(types: string[]) {
    this.traced.push(types);
  }
}

it('measures the first picture at the first key frame after everything is ready, once', () => {
  const observer = new EventEmitter();
  const transport: { dtlsState: 'connecting' | 'connected'; observer: EventEmitter } = {
    ...{ dtlsState: 'connecting', observer },
  };
  const consumer = new Consumer();
  const seen: number[] = [];
  measureFirst(transport, consumer, (ms) => seen.push(ms));
  const keyFrame = () => consumer.observer.emit('trace', { type: 'keyframe' });
  consumer.paused = false;
  consumer.observer.emit('resume');
  keyFrame();
  expect(seen).toEqual([]);
  transport.dtlsState = 'connected';
  observer.emit('dtlsstatechange', 'connected');
  keyFrame();
  keyFrame();
  expect(seen).toHaveLength(1);
  expect(consumer.traced).toEqual([['keyframe'], []]);
});
