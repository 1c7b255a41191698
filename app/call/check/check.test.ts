import { FakeMediaStreamTrack } from 'fake-mediastreamtrack';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Check, type StepName } from './check.ts';

const never = () => new Promise<never>(() => {});

/** A browser without an audio device: the clock of its sound never starts. */
class SilentContext {
  static closed = 0;
  readonly resume = never;
  async close() {
    SilentContext.closed++;
  }
}

const encoderThat = (isConfigSupported: (config: VideoEncoderConfig) => Promise<object>) =>
  Object.assign(() => {}, { isConfigSupported });

function begun(step: StepName): Check {
  const check = new Check(() => ({
    video: new FakeMediaStreamTrack({ kind: 'video' }),
    audio: new FakeMediaStreamTrack({ kind: 'audio' }),
    native: { width: 3840, height: 1920 },
    projection: 'equirectangular',
  }));
  void check.run(step);
  return check;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('gives up on the microphone where sound does not start', async () => {
  vi.stubGlobal('AudioContext', SilentContext);
  const check = begun('microphone');
  await vi.runAllTimersAsync();
  expect(check.store.getState().steps.microphone).toEqual({ name: 'failed', reason: 'noSound' });
  expect(SilentContext.closed).toBe(1);
});

it('ends a step that gets no answer from the browser', async () => {
  vi.stubGlobal('navigator', {
    mediaCapabilities: { encodingInfo: async () => ({ smooth: true, powerEfficient: true }) },
  });
  vi.stubGlobal('VideoEncoder', encoderThat(never));
  const check = begun('encoder');
  await vi.runAllTimersAsync();
  expect(check.store.getState().steps.encoder).toEqual({ name: 'failed', reason: 'late' });
});

it('measures the codec that a call would use', async () => {
  const asked: string[] = [];
  vi.stubGlobal('navigator', { mediaCapabilities: {} });
  vi.stubGlobal('RTCRtpSender', {
    getCapabilities: () => ({ codecs: [{ mimeType: 'video/VP8' }, { mimeType: 'video/VP9' }] }),
  });
  const isConfigSupported = async ({ codec }: VideoEncoderConfig) => {
    asked.push(codec);
    return { supported: false };
  };
  vi.stubGlobal('VideoEncoder', encoderThat(isConfigSupported));
  const check = begun('encoder');
  await vi.runAllTimersAsync();
  expect(new Set(asked)).toEqual(new Set(['vp09.00.50.08']));
  expect(check.store.getState().measures.encoder).toEqual({
    hardware: false,
    width: 3840,
    height: 1920,
    framesPerSecond: null,
  });
});
