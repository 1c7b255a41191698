import { createStore } from 'zustand/vanilla';
import { inTime } from '#app/components/page/in-time.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import type { DeviceState } from '../devices/device-store.ts';
import { chime } from '../notices/chime.ts';
import { CheckError, type CheckFailure, reasonOf } from './check-error.ts';
import { measureCamera } from './measure-camera.ts';
import { measureDisplay, measureEncoder } from './measure-device.ts';
import { measureMicrophone } from './measure-sound.ts';
import { measureUplink } from './measure-uplink.ts';
import type { Measures, MicrophoneMeasure } from './measures.ts';
import { recall, remember } from './remembered.ts';

/** In the order in which they are shown. */
export const STEPS = ['camera', 'encoder', 'uplink', 'display', 'microphone', 'speaker'] as const;
export type StepName = (typeof STEPS)[number];
/**
 * Steps whose results are remembered, in the order in which they run: one at a time, so that each has the processor to
 * itself.
 */
const MEASURED = ['display', 'camera', 'encoder', 'uplink'] as const;

/** Maximum duration of a step: that of the longest one, the upload, without an answer. */
const STEP_MS = 30_000;

export type StepState =
  | { name: 'waiting' | 'running' | 'done' | 'skipped' }
  | { name: 'failed'; reason: CheckFailure | ErrorCode };

export type CheckState = {
  steps: Record<StepName, StepState>;
  measures: Measures;
  microphone: MicrophoneMeasure | null;
  /** Level of the microphone while it is measured: RMS, in dB of full scale. */
  level: number | null;
  /** The user's answer to whether they heard the speaker. */
  heard: boolean | null;
  /** When the shown results were measured, if on an earlier visit; ms since 1970. */
  recalledAt: number | null;
};

const WAITING: StepState = { name: 'waiting' };
const NOTHING: CheckState = {
  steps: {
    camera: WAITING,
    encoder: WAITING,
    uplink: WAITING,
    display: WAITING,
    microphone: WAITING,
    speaker: WAITING,
  },
  measures: { camera: null, encoder: null, display: null, uplink: null },
  microphone: null,
  level: null,
  heard: null,
  recalledAt: null,
};

type Devices = Pick<DeviceState, 'video' | 'audio' | 'native' | 'projection'>;

/** The check of what camera, device and connection can do. Each step can be skipped and repeated. */
export class Check {
  readonly store = createStore<CheckState>()(() => NOTHING);
  readonly #devices: () => Devices;
  /** Of the steps that are running. */
  readonly #running = new Map<StepName, AbortController>();

  constructor(devices: () => Devices) {
    this.#devices = devices;
  }

  /** Shows the results of the last week, or else runs the check. */
  begin(): void {
    const { video } = this.#devices();
    const { at = 0, measures = null } = (video && recall(video.label)) ?? {};
    if (!measures) return void this.runAll();
    const steps = { ...NOTHING.steps };
    for (const step of MEASURED) if (measures[step]) steps[step] = { name: 'done' };
    this.store.setState({ ...NOTHING, steps, measures, recalledAt: at });
  }

  async runAll(): Promise<void> {
    this.stop();
    this.store.setState(NOTHING);
    void this.run('microphone');
    for (const step of MEASURED) {
      // It may have been skipped, or started alone, while it waited.
      if (this.store.getState().steps[step].name === 'waiting') await this.run(step);
    }
  }

  /** Runs or repeats a step. Never rejects: errors are in its state. */
  async run(step: StepName): Promise<void> {
    this.#running.get(step)?.abort();
    const abort = new AbortController();
    this.#running.set(step, abort);
    this.#setStep(step, { name: 'running' });
    const isMine = () => this.#running.get(step) === abort;
    const skipped = new Promise<null>((resolve) => {
      abort.signal.addEventListener('abort', () => resolve(null), { once: true });
    });
    try {
      const measured = Promise.race([this.#measure(step, abort.signal), skipped]);
      const found = await inTime(measured, STEP_MS, () => new CheckError('late'));
      if (!isMine() || !found) return;
      this.store.setState(found);
      if (step !== 'speaker') this.#setStep(step, { name: 'done' });
      this.#keep();
    } catch (error) {
      if (isMine()) this.#setStep(step, { name: 'failed', reason: reasonOf(error) });
      // A step that is late is still running.
      abort.abort();
    } finally {
      if (isMine()) this.#running.delete(step);
    }
  }

  skip(step: StepName): void {
    this.#running.get(step)?.abort();
    this.#running.delete(step);
    this.#setStep(step, { name: 'skipped' });
  }

  /** Takes the user's answer to whether they heard the speaker. */
  answer(heard: boolean): void {
    this.store.setState({ heard });
    this.#setStep('speaker', { name: 'done' });
  }

  stop(): void {
    for (const abort of this.#running.values()) abort.abort();
    this.#running.clear();
  }

  #setStep(step: StepName, state: StepState): void {
    this.store.setState(({ steps }) => ({ steps: { ...steps, [step]: state } }));
  }

  #keep(): void {
    const { video } = this.#devices();
    const { measures, recalledAt } = this.store.getState();
    const isSomething = Object.values(measures).some((measure) => measure !== null);
    if (video && isSomething) remember(video.label, measures, recalledAt ?? Date.now());
  }

  async #measure(step: StepName, signal: AbortSignal): Promise<Partial<CheckState>> {
    const { video, audio, native, projection } = this.#devices();
    const found = (part: Partial<Measures>) => ({
      measures: { ...this.store.getState().measures, ...part },
    });
    switch (step) {
      case 'camera':
        if (!video) throw new CheckError('noCamera');
        return found({ camera: await measureCamera(video, signal) });
      case 'encoder':
        if (!native) throw new CheckError('noCamera');
        return found({ encoder: await measureEncoder(native, projection, signal) });
      case 'display':
        return found({ display: measureDisplay() });
      case 'uplink':
        return found({ uplink: await measureUplink(signal) });
      case 'microphone': {
        if (!audio) throw new CheckError('noMicrophone');
        const onLevel = (level: number) => {
          if (!signal.aborted) this.store.setState({ level });
        };
        return { microphone: await measureMicrophone(audio, signal, onLevel), level: null };
      }
      case 'speaker':
        chime();
        return { heard: null };
    }
  }
}
