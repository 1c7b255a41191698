import { BATCH_FRAMES, CHANNELS, type SoundBatch, TAP } from './sound-batch.ts';

/** The scope of audio worklets, which TypeScript's DOM library lacks: https://webaudio.github.io/web-audio-api. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Posts its input with the time: unlike messages, the audio thread is not delayed by the page. */
class SoundTap extends AudioWorkletProcessor {
  #samples = new Float32Array(CHANNELS * BATCH_FRAMES);
  #frames = 0;

  /** @param input channels of usually 128 samples; empty while nothing is connected, which is silence */
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
