import { BATCH_FRAMES, CHANNELS, type SoundBatch, TAP } from './sound-batch.ts';

/** The scope of audio worklets, which TypeScript's DOM library lacks: https://webaudio.github.io/web-audio-api. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Posts what it hears, with the time: the audio thread is not held up by what a page does, as its messages are. */
class SoundTap extends AudioWorkletProcessor {
  #samples = new Float32Array(CHANNELS * BATCH_FRAMES);
  #frames = 0;

  /** @param input channels of some 128 samples; none while nothing is connected, which is silence */
  process([input = []]: Float32Array[][], [output]: Float32Array[][]): boolean {
    const frames = output?.[0]?.length ?? 0;
    if (this.#frames + frames > BATCH_FRAMES) this.#post();
    for (const [channel, samples] of input.slice(0, CHANNELS).entries())
      this.#samples.set(samples, channel * BATCH_FRAMES + this.#frames);
    this.#frames += frames;
    return true;
  }

  #post(): void {
    const batch: SoundBatch = { samples: this.#samples, endedAt: Date.now() };
    this.port.postMessage(batch, [batch.samples.buffer]);
    this.#samples = new Float32Array(CHANNELS * BATCH_FRAMES);
    this.#frames = 0;
  }
}

registerProcessor(TAP, SoundTap);
