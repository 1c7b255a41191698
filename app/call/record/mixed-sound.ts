import { CHANNELS, type SoundBatch, TAP } from './sound-batch.ts';
import workletUrl from './sound-worklet.ts?worker&url';

type Side = 'own' | 'other';
type Input = { track: MediaStreamTrack; source: MediaStreamAudioSourceNode; volume: GainNode };

/** The mixed sound of both sides, which continues while tracks are replaced, missing or muted. */
export class MixedSound {
  readonly #context = new AudioContext();
  readonly #mix = this.#context.createGain();
  readonly #inputs = new Map<Side, Input>();

  constructor() {
    // The context may have been interrupted, as by a phone call.
    this.#context.onstatechange = () => this.#resume();
    this.#resume();
  }

  /** In Hz. */
  get sampleRate(): number {
    return this.#context.sampleRate;
  }

  /**
   * Listens to the mix. Nothing comes while the device's audio clock does not run, which is always so without an audio
   * device.
   * @param take called with two channels, one after the other, and their end time by `performance.now()`
   */
  listen(take: (samples: Float32Array<ArrayBuffer>, endedAt: number) => void): void {
    this.#tap().then(
      (tap) => {
        tap.port.onmessage = ({ data: { samples, endedAt } }: MessageEvent<SoundBatch>) =>
          // The worklet's clock, which may be set meanwhile, only tells how long the message took.
          take(samples, performance.now() - Math.max(0, Date.now() - endedAt));
        // Connected to the output, as browsers need not run a node that leads to none. It outputs silence.
        this.#mix.connect(tap).connect(this.#context.destination);
      },
      () => {
        // Closed meanwhile, or the worklet could not be loaded: nothing comes.
      },
    );
  }

  set(side: Side, track: MediaStreamTrack | null, muted: boolean): void {
    const before = this.#inputs.get(side);
    if (before && before.track !== track) {
      before.source.disconnect();
      this.#inputs.delete(side);
    }
    if (!track || track.readyState === 'ended') return;
    const input = this.#inputs.get(side) ?? this.#connect(track);
    this.#inputs.set(side, input);
    input.volume.gain.value = muted ? 0 : 1;
  }

  close(): void {
    this.#context.onstatechange = null;
    void this.#context.close();
  }

  async #tap(): Promise<AudioWorkletNode> {
    await this.#context.audioWorklet.addModule(workletUrl);
    return new AudioWorkletNode(this.#context, TAP, { channelCount: CHANNELS, channelCountMode: 'explicit' });
  }

  #connect(track: MediaStreamTrack): Input {
    const source = this.#context.createMediaStreamSource(new MediaStream([track]));
    const volume = this.#context.createGain();
    source.connect(volume).connect(this.#mix);
    return { track, source, volume };
  }

  #resume(): void {
    if (this.#context.state !== 'running' && this.#context.state !== 'closed')
      this.#context.resume().catch(() => {});
  }
}
