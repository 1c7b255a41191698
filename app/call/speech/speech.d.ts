/** Web Speech API (https://webaudio.github.io/web-speech-api/), as far as it is missing in TypeScript's DOM library. */
interface SpeechRecognitionEvent extends Event {
  /** Index of the first result that has changed. */
  readonly resultIndex: number;
  readonly results: SpeechRecognitionResultList;
}

interface SpeechRecognitionErrorEvent extends Event {
  readonly error: string;
}

interface SpeechRecognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  /** Only on this device. */
  processLocally?: boolean;
  onresult: ((event: SpeechRecognitionEvent) => void) | null;
  onerror: ((event: SpeechRecognitionErrorEvent) => void) | null;
  onend: (() => void) | null;
  /** Older browsers listen to the system's microphone, whatever the track. */
  start(track?: MediaStreamTrack): void;
  /** Speech heard before the call is still recognised. */
  stop(): void;
  abort(): void;
}

interface SpeechRecognitionOptions {
  langs: string[];
  processLocally: boolean;
}

interface SpeechRecognitionConstructor {
  new (): SpeechRecognition;
  available?(
    options: SpeechRecognitionOptions,
  ): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  install?(options: SpeechRecognitionOptions): Promise<boolean>;
}

interface Window {
  readonly SpeechRecognition?: SpeechRecognitionConstructor;
  readonly webkitSpeechRecognition?: SpeechRecognitionConstructor;
}
