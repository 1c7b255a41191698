type Side = 'own' | 'other';
type Input = { track: MediaStreamTrack; source: MediaStreamAudioSourceNode; volume: GainNode };

/** The sound of both sides as one track, which goes on while theirs are replaced, missing or muted. */
export class MixedSound {
  readonly #context = new AudioContext();
  readonly #mix = this.#context.createMediaStreamDestination();
  readonly #inputs = new Map<Side, Input>();

  constructor() {
    // As by a phone call: a track without samples would hold up the file.
    this.#context.onstatechange = () => this.#resume();
    this.#resume();
  }

  get track(): MediaStreamTrack {
    const [track] = this.#mix.stream.getAudioTracks();
    if (!track) throw new Error('There is no sound');
    return track;
  }

  /** In Hz. */
  get sampleRate(): number {
    return this.#context.sampleRate;
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
