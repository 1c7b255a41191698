import type { SpeechProblem } from './voice-store.ts';

/** Some browsers end recognition at once if it restarts at once. */
const PAUSE_MS = 300;

/** Other errors, such as silence, are not problems. */
const PROBLEMS: Readonly<Record<string, SpeechProblem>> = {
  'not-allowed': 'blocked',
  'service-not-allowed': 'blocked',
  network: 'network',
  'language-not-supported': 'language',
  'audio-capture': 'microphone',
};

type Handlers = {
  /** Called with a sentence, or its beginning; `isFinal`: it no longer changes. */
  onText(text: string, isFinal: boolean): void;
  /** Recognition has stopped for good. */
  onProblem(problem: SpeechProblem): void;
};

export function speechRecognition(): SpeechRecognitionConstructor | undefined {
  return window.SpeechRecognition ?? window.webkitSpeechRecognition;
}

/** The browser's own speech recognition, which now and then ends by itself and is then restarted. */
export class Recogniser {
  readonly #recognition: SpeechRecognition;
  readonly #handlers: Handlers;
  #track: MediaStreamTrack | null = null;
  #running = false;
  #pause: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param language as a BCP 47 tag
   * @param live recognises on this device, and passes on interim results
   */
  constructor(Recognition: new () => SpeechRecognition, language: string, handlers: Handlers, live = false) {
    this.#handlers = handlers;
    const recognition = new Recognition();
    this.#recognition = recognition;
    recognition.lang = language;
    recognition.continuous = true;
    recognition.interimResults = live;
    if (live) recognition.processLocally = true;
    recognition.onresult = ({ results, resultIndex }) => {
      for (const result of [...results].slice(resultIndex))
        if (result.isFinal || live) handlers.onText(result[0]?.transcript ?? '', result.isFinal);
    };
    recognition.onerror = ({ error }) => {
      const problem = PROBLEMS[error];
      if (problem) this.#fail(problem);
    };
    recognition.onend = () => {
      this.#running = false;
      if (this.#track) this.#pause = setTimeout(() => this.#start(), PAUSE_MS);
    };
  }

  /** @param track null: stop; what was said before still counts */
  listen(track: MediaStreamTrack | null): void {
    if (track === this.#track) return;
    const isOther = track !== null && this.#track !== null;
    this.#track = track;
    clearTimeout(this.#pause);
    if (isOther) this.#recognition.abort();
    else if (!track) this.#recognition.stop();
    this.#start();
  }

  close(): void {
    this.#track = null;
    clearTimeout(this.#pause);
    this.#recognition.onresult = null;
    this.#recognition.onerror = null;
    this.#recognition.abort();
  }

  #start(): void {
    // If it is still stopping, it starts again once it has ended.
    if (!this.#track || this.#running) return;
    try {
      this.#recognition.start(this.#track);
      this.#running = true;
    } catch {
      // The track has ended.
      this.#fail('microphone');
    }
  }

  #fail(problem: SpeechProblem): void {
    this.close();
    this.#handlers.onProblem(problem);
  }
}
