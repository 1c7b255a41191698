import { FakeMediaStreamTrack } from 'fake-mediastreamtrack';
import { beforeEach, expect, it, vi } from 'vitest';
import { Recogniser } from './recogniser.ts';

/** A browser's single speech recognition, which refuses what a browser refuses. */
class FakeRecognition extends EventTarget implements SpeechRecognition {
  static made: FakeRecognition;
  lang = '';
  continuous = false;
  interimResults = false;
  processLocally?: boolean;
  onresult: SpeechRecognition['onresult'] = null;
  onerror: SpeechRecognition['onerror'] = null;
  onend: SpeechRecognition['onend'] = null;
  listensTo: MediaStreamTrack | undefined;
  isRunning = false;
  refuses = false;

  constructor() {
    super();
    FakeRecognition.made = this;
  }

  start(track?: MediaStreamTrack): void {
    if (this.isRunning || this.refuses) throw new DOMException('', 'InvalidStateError');
    this.isRunning = true;
    this.listensTo = track;
  }

  stop(): void {
    if (this.isRunning) queueMicrotask(() => this.end());
  }

  abort(): void {
    this.stop();
  }

  end(): void {
    this.isRunning = false;
    this.onend?.();
  }

  hear(...texts: string[]): void {
    const results = texts.map((transcript) =>
      Object.assign([{ transcript, confidence: 1 }], { isFinal: !transcript.endsWith('…'), item: vi.fn() }),
    );
    const list = Object.assign(results, { item: vi.fn() });
    this.onresult?.(Object.assign(new Event('result'), { resultIndex: 0, results: list }));
  }

  fail(error: string): void {
    this.onerror?.(Object.assign(new Event('error'), { error }));
    this.end();
  }
}

const track = () => new FakeMediaStreamTrack({ kind: 'audio' });

let texts: string[];
let problems: string[];
let recogniser: Recogniser;
const browser = () => FakeRecognition.made;

beforeEach(() => {
  vi.useFakeTimers();
  texts = [];
  problems = [];
  recogniser = new Recogniser(FakeRecognition, 'es-ES', {
    onText: (text) => texts.push(text),
    onProblem: (problem) => problems.push(problem),
  });
  return () => vi.useRealTimers();
});

it('Recognition uses the microphone, and restarts after ending by itself', async () => {
  const microphone = track();
  expect(browser().isRunning).toBe(false);
  recogniser.listen(microphone);
  expect(browser()).toMatchObject({
    isRunning: true,
    listensTo: microphone,
    lang: 'es-ES',
    continuous: true,
  });
  browser().fail('no-speech');
  expect(browser().isRunning).toBe(false);
  await vi.runAllTimersAsync();
  expect(browser().isRunning).toBe(true);
  expect(problems).toEqual([]);
});

it('Final results are passed on, even after the microphone is closed', async () => {
  recogniser.listen(track());
  browser().hear('left', 'and…');
  expect(texts).toEqual(['left']);
  recogniser.listen(null);
  browser().hear('and stop');
  expect(texts).toEqual(['left', 'and stop']);
  await vi.runAllTimersAsync();
  expect(browser().isRunning).toBe(false);
});

it('Live recognition passes on interim results, and processes locally', () => {
  const live: [string, boolean][] = [];
  const onText = (text: string, isFinal: boolean) => live.push([text, isFinal]);
  const captions = new Recogniser(FakeRecognition, 'en', { onText, onProblem: () => {} }, true);
  expect(browser()).toMatchObject({ interimResults: true, processLocally: true });
  captions.listen(track());
  browser().hear('over', 'there…');
  expect(live).toEqual([
    ['over', true],
    ['there…', false],
  ]);
});

it('A new press while it is stopping is recognised', async () => {
  const microphone = track();
  recogniser.listen(microphone);
  recogniser.listen(null);
  recogniser.listen(microphone);
  await vi.runAllTimersAsync();
  expect(browser().isRunning).toBe(true);
});

it('Another microphone replaces the first', async () => {
  const other = track();
  recogniser.listen(track());
  recogniser.listen(other);
  await vi.runAllTimersAsync();
  expect(browser()).toMatchObject({ isRunning: true, listensTo: other });
});

it.each([
  ['not-allowed', 'blocked'],
  ['service-not-allowed', 'blocked'],
  ['network', 'network'],
  ['language-not-supported', 'language'],
  ['audio-capture', 'microphone'],
])('%s ends it, and is reported once', async (error, problem) => {
  recogniser.listen(track());
  browser().fail(error);
  await vi.runAllTimersAsync();
  expect(problems).toEqual([problem]);
  expect(browser().isRunning).toBe(false);
});

it('Reports an unavailable microphone', () => {
  browser().refuses = true;
  recogniser.listen(track());
  expect(problems).toEqual(['microphone']);
});

it('Stays closed', async () => {
  recogniser.listen(track());
  recogniser.close();
  browser().hear('left');
  await vi.runAllTimersAsync();
  expect(browser().isRunning).toBe(false);
  expect(texts).toEqual([]);
});
