import { createStore } from 'zustand/vanilla';
import { ProtocolError } from '#protocol/errors.ts';
import type { Call } from '../state/call.ts';
import { type CallState, isOver, otherSeat } from '../state/call-state.ts';
import { callStore, requireCall } from '../state/call-store.ts';
import type { Recorder, RecordingProblem } from './recorder.ts';

/** A question is open for this long. */
const ANSWER_MS = 60_000;
/** Without signalling for this long, a withdrawal by the other side may have been missed. */
const UNHEARD_MS = 10_000;

type RecordingState = {
  /**
   * Why this page's recording or question ended, if not by the other side. `lost`: a withdrawal might have been missed.
   */
  endedBy: 'own' | 'time' | 'lost' | 'unsupported' | RecordingProblem | null;
  /** The server was unreachable, and has not reported the recording's state since. */
  isCutOff: boolean;
  /** This page's recording gets no sound. */
  isSilent: boolean;
};

export const recordingStore = createStore<RecordingState>()(() => ({
  endedBy: null,
  isCutOff: false,
  isSilent: false,
}));

/** Recorders that have not closed their file yet. */
const unfinished = new Set<Promise<unknown>>();
/** Whether the last recording has been passed to the browser. */
let saving: Promise<boolean> = Promise.resolve(false);
let recorder: Promise<Recorder | null> | null = null;
let unanswered: ReturnType<typeof setTimeout> | undefined;
let unheard: ReturnType<typeof setTimeout> | undefined;

/** Browsers without these encode no video or sound. */
export function canRecord(): boolean {
  return 'VideoEncoder' in globalThis && 'AudioEncoder' in globalThis;
}

/** Recording state of this seat and the other one, as the media server keeps it. */
export function recordingsOf(call: CallState | null) {
  const isLive = call !== null && !isOver(call);
  const own = (isLive && call.channel?.seats[call.seat]?.recording) || 'off';
  const other = (isLive && otherSeat(call)?.recording) || 'off';
  return { own, other };
}

/** Whether the last recording could be saved, once that is known. Never rejects. */
export function wasSaved(): Promise<boolean> {
  return saving;
}

/** Asks the other person for consent. @returns false if that is impossible now */
export async function askToRecord(): Promise<boolean> {
  recordingStore.setState({ endedBy: null });
  if (!(await say('recordCall', { wanted: true }))) return false;
  clearTimeout(unanswered);
  unanswered = setTimeout(() => {
    if (recordingsOf(callStore.getState().call).own === 'asked') void endOwn('time');
  }, ANSWER_MS);
  return true;
}

/** Withdraws the question, or ends this side's recording. */
export async function endOwn(by: RecordingState['endedBy'] = 'own'): Promise<void> {
  recordingStore.setState({ endedBy: by });
  follow(callStore.getState().call);
  await say('recordCall', { wanted: false });
}

/** Agrees to be recorded by the other side, declines, or withdraws an agreement. */
export async function answer(agreed: boolean): Promise<void> {
  await say('answerRecording', { agreed });
}

/** Ends the recordings and questions of this side, and what the other one records. */
export function stopRecordings(call: CallState | null): void {
  const { own, other } = recordingsOf(call);
  if (own !== 'off') void endOwn();
  if (other === 'on') void answer(false);
}

/** @returns false if the server cannot be reached, or refuses */
async function say(...said: Parameters<Call['say']>): Promise<boolean> {
  try {
    await requireCall().say(...said);
    return true;
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}

function begin(): void {
  recordingStore.setState({ isSilent: false });
  recorder = import('./recorder.ts').then(({ Recorder }) =>
    Recorder.start({
      problem: (problem) => void endOwn(problem),
      silence: () => recordingStore.setState({ isSilent: true }),
    }),
  );
  recorder.then(
    (started) => {
      if (!started) void endOwn('unsupported');
    },
    () => endOwn('failed'),
  );
  addEventListener('beforeunload', ask);
}

function end(): void {
  const ending = recorder?.then((started) => started?.stop() ?? false).catch(() => false);
  recorder = null;
  if (!ending) return;
  saving = ending;
  unfinished.add(ending);
  void ending.then(() => {
    unfinished.delete(ending);
    if (!recorder && unfinished.size === 0) removeEventListener('beforeunload', ask);
  });
}

/** Asks before the page is closed, which would lose the end of the recording. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Records exactly while the server says that the other side agrees, and this side has not ended it. */
function follow(call: CallState | null): void {
  const { own } = recordingsOf(call);
  const { endedBy } = recordingStore.getState();
  if (own === 'on' && endedBy === null) {
    if (!recorder) begin();
    watchSignalling(call?.connection === 'open');
    return;
  }
  watchSignalling(true);
  end();
}

function watchSignalling(isOpen: boolean): void {
  if (isOpen) {
    clearTimeout(unheard);
    unheard = undefined;
  } else unheard ??= setTimeout(() => void endOwn('lost'), UNHEARD_MS);
}

callStore.subscribe(({ call }, { call: before }) => {
  follow(call);
  const { own } = recordingsOf(call);
  if (own !== 'asked') clearTimeout(unanswered);
  if (call?.connection !== 'open') recordingStore.setState({ isCutOff: true });
  else if (own !== 'off' && call.channelAt !== before?.channelAt)
    recordingStore.setState({ isCutOff: false });
  // Sends what could not be sent while the server was unreachable.
  const isBack = call?.connection === 'open' && before?.connection !== 'open';
  if (isBack && own !== 'off' && recordingStore.getState().endedBy !== null)
    void say('recordCall', { wanted: false });
});
