import { inTime } from '#app/components/page/in-time.ts';
import { proposeProjection } from '#app/sphere/propose-projection.ts';
import type { MediaKind } from '#protocol/channel.ts';
import { FIRST_QUALITY } from '#protocol/video-quality.ts';
import { isBlurSupported } from './blur/blurring.ts';
import { loadPicture } from './camera-settings.ts';
import {
  ALL_ON,
  CLOSED,
  checkCamera,
  chooseSpeaker,
  type DeviceState,
  deviceStore,
  isStreamed,
  QUIET,
  setSpeaker,
  soundOf,
} from './device-store.ts';
import {
  type AccessProblem,
  ALIASES,
  cameraTypeOf,
  type DeviceOptions,
  isCallSupported,
  listDevices,
  MediaAccessError,
  NO_DEVICE,
  openBoth,
  openCamera,
  openMicrophone,
  STREAMED,
} from './devices.ts';
import { changePreferences, loadBlur, loadPreferences, presentOrDefault } from './preferences.ts';
import type { Sound } from './sound.ts';

const { getState: get, setState: set } = deviceStore;

const OPENERS = { video: openCamera, audio: (id: string | null) => openMicrophone(id, soundOf(get())) };
const IDS = { video: 'cameraId', audio: 'microphoneId' } as const;
const OPTIONS = { video: 'cameras', audio: 'microphones' } as const;
/** Longer than a 360° camera takes to wake up. */
const OPEN_MS = 15_000;
const KINDS = ['video', 'audio'] as const;

/** Number of the latest request of each kind. It supersedes older ones, whose tracks are closed again. */
const questions: Record<MediaKind, number> = { video: 0, audio: 0 };

function problemOf(error: unknown): AccessProblem {
  if (error instanceof MediaAccessError) return error.problem;
  throw error;
}

type Part = keyof typeof QUIET;

/** Sets the value of one kind in a part of the state that both kinds have. */
function changed<P extends Part>(part: P, kind: MediaKind, value: DeviceState[P][MediaKind]) {
  return { [part]: { ...get()[part], [kind]: value } };
}

/** The state with this track open. Follows the track's end and interruptions. */
function opened(track: MediaStreamTrack): Partial<DeviceState> {
  const kind = track.kind === 'video' ? 'video' : 'audio';
  track.addEventListener('ended', () => {
    if (get()[kind] === track) void recover(kind, track.label);
  });
  for (const name of ['mute', 'unmute'] as const) {
    track.addEventListener(name, () => {
      if (get()[kind] === track) set(changed('interrupted', kind, track.muted));
    });
  }
  const { deviceId = '', width = 0, height = 0, facingMode } = track.getSettings();
  const state = {
    ...changed('opening', kind, false),
    ...changed('interrupted', kind, track.muted),
  };
  if (kind === 'audio') return { ...state, audio: track, microphoneId: deviceId };
  return {
    ...state,
    video: track,
    native: width > 0 ? { width, height } : null,
    cameraId: deviceId,
    cameraType: cameraTypeOf(track.label, facingMode ? [facingMode] : []),
    ...loadPicture(track.label, proposeProjection({ width, height, label: track.label })),
  };
}

/** The state without a device of this kind. */
function closed(kind: MediaKind, problem: AccessProblem | null): Partial<DeviceState> {
  return {
    ...CLOSED[kind],
    ...changed('opening', kind, false),
    ...changed('interrupted', kind, false),
    problem,
  };
}

/**
 * Requests and opens camera and microphone, as last selected. Never rejects: errors are in `problem`, and the person
 * continues with what is available. Resolves once they are open, also if an earlier call requested them.
 */
export function prepareDevices(): Promise<void> {
  if (get().status === 'idle') preparing = requestDevices();
  return preparing;
}

let preparing: Promise<void> = Promise.resolve();

/** The devices listed ahead of the request; dropped when they change. */
let listed: Promise<DeviceOptions> | null = null;

/** Lists the devices ahead of the request, because a busy page gets the answer late. */
export function findDevices(): void {
  if (!isCallSupported()) return;
  listed = listDevices();
  listed.catch(() => {
    listed = null;
  });
}

async function requestDevices(): Promise<void> {
  if (!isCallSupported()) return set({ status: 'ready', problem: 'unsupported' });
  const mine = { video: ++questions.video, audio: ++questions.audio };
  const preferences = loadPreferences();
  const blur = isBlurSupported() && loadBlur();
  set({ status: 'asking', problem: null, sound: preferences.sound, blur });
  // Devices that could not be listed can still be requested.
  const before = await (listed ?? listDevices()).catch(() => null);
  listed = null;
  if (!before) set({ undetected: true });
  // Labels, and with them the camera type, are only available with access.
  const named = before !== null && isNamed([...before.cameras, ...before.microphones]);
  if (named) set({ ...before, status: 'opening' });
  const wanted = (id: string | null, options: readonly { id: string }[] | undefined) => {
    if (id === NO_DEVICE || options?.length === 1) return null;
    return { id: options ? presentOrDefault(id, options) : null };
  };
  const camera = isStreamed(get()) ? null : wanted(preferences.cameraId, before?.cameras);
  const microphone = wanted(preferences.microphoneId, before?.microphones);
  const { tracks, problem } = await openWanted(camera, microphone, named);
  const options = named ? before : await listDevices().catch(() => before);
  const isCurrent = (kind: MediaKind) => mine[kind] === questions[kind];
  for (const track of tracks) {
    if (isCurrent(track.kind === 'video' ? 'video' : 'audio')) set(opened(track));
    else track.stop();
  }
  if (!KINDS.some(isCurrent)) return;
  // Read again: a room's wishes may have come meanwhile.
  const { quality, projection, speakerId } = loadPreferences();
  set({
    ...options,
    status: 'ready',
    problem,
    undetected: options === null,
    quality: quality ?? FIRST_QUALITY,
  });
  setSpeaker(speakerId);
  if (projection) set(loadPicture(get().video?.label ?? '', projection));
  await checkCamera();
}

function isNamed(options: readonly { id: string; label: string }[]): boolean {
  return options.every(({ id, label }) => id === NO_DEVICE || label !== '');
}

type Wanted = { id: string | null } | null;

/** @param named access has been granted: nobody is asked, so the devices must open in time */
async function openWanted(camera: Wanted, microphone: Wanted, named: boolean) {
  const tracks: MediaStreamTrack[] = [];
  let problem: AccessProblem | null = null;
  const attempt = async (opening: Promise<MediaStreamTrack[]>) => {
    try {
      tracks.push(...(await (named ? openedInTime(opening) : opening)));
    } catch (error) {
      problem = problemOf(error);
    }
  };
  if (camera && microphone) await attempt(openBoth(camera.id, microphone.id, soundOf(get())));
  // If opening both failed, one may still work: a camera in use by another program must not disable the microphone.
  const alone = tracks.length === 0 && problem !== 'denied';
  if (camera && alone) await attempt(openCamera(camera.id).then((track) => [track]));
  if (microphone && alone) await attempt(OPENERS.audio(microphone.id).then((track) => [track]));
  return { tracks, problem };
}

/** Closes devices that open too late. */
function openedInTime(opening: Promise<MediaStreamTrack[]>): Promise<MediaStreamTrack[]> {
  return inTime(opening, OPEN_MS, () => {
    void opening.then(
      (tracks) => {
        for (const track of tracks) track.stop();
      },
      () => {},
    );
    return new MediaAccessError('busy');
  });
}

/** Retries after a refusal. */
export function retryDevices(): Promise<void> {
  const { awaited, off, cameraId } = get();
  releaseDevices();
  set({ awaited, off });
  if (isStreamed({ cameraId })) chooseStreamed();
  return prepareDevices();
}

/** @param id a device id, `none` or `streamed` */
export async function chooseCamera(id: string): Promise<void> {
  if (id === STREAMED) return chooseStreamed();
  changePreferences({ cameraId: id, projection: null });
  set({ cameraId: id });
  await choose('video', id);
}

/** Closes the camera: a program beside the page sends one instead. */
export function chooseStreamed(): void {
  questions.video++;
  dismissNews('video');
  get().video?.stop();
  set({ ...closed('video', null), cameraId: STREAMED, cameraType: 'INTEGRATED_CAM' });
}

/** @param id a device id or `none` */
export async function chooseMicrophone(id: string): Promise<void> {
  changePreferences({ microphoneId: id });
  set({ microphoneId: id });
  await choose('audio', id);
}

/** Opens the microphone again, because browsers do not change these settings of an open one. */
export async function chooseSound(sound: Sound): Promise<void> {
  const isNew = sound !== soundOf(get());
  changePreferences({ sound });
  set({ sound });
  const { audio, opening, microphoneId } = get();
  if (isNew && (audio || opening.audio)) await replace('audio', microphoneId);
}

/** Lets the browser ask which speaker to use, where it lists only those that were chosen before. */
export async function askForSpeaker(): Promise<void> {
  const chosen = await navigator.mediaDevices.selectAudioOutput?.().catch(() => null);
  if (!chosen) return;
  await refreshOptions();
  chooseSpeaker(chosen.deviceId);
}

async function choose(kind: MediaKind, id: string): Promise<void> {
  dismissNews(kind);
  // Phones cannot open two cameras at once.
  get()[kind]?.stop();
  if (id !== NO_DEVICE) return replace(kind, id);
  questions[kind]++;
  set(closed(kind, null));
}

/**
 * Opens a device in place of the present one. Until it is open, and unless opening fails, a call keeps the old track,
 * even if it has ended, and the camera's settings.
 * @param id null: the system's default
 */
async function replace(kind: MediaKind, id: string | null): Promise<void> {
  const mine = ++questions[kind];
  set({ ...changed('opening', kind, true), problem: null });
  try {
    const track = await openBeside(kind, id);
    if (mine !== questions[kind]) return track.stop();
    get()[kind]?.stop();
    set(opened(track));
    if (kind === 'video') void checkCamera();
  } catch (error) {
    if (mine === questions[kind]) set(closed(kind, problemOf(error)));
  }
  await refreshOptions();
}

/** Opens a device while the former one is open. Systems that refuse this get the former one closed first. */
async function openBeside(kind: MediaKind, id: string | null): Promise<MediaStreamTrack> {
  const former = get()[kind];
  try {
    return await OPENERS[kind](id);
  } catch (error) {
    if (former?.readyState !== 'live') throw error;
    former.stop();
    return OPENERS[kind](id);
  }
}

/** Switches to the system's default after a device was unplugged or otherwise lost. */
async function recover(kind: MediaKind, name: string): Promise<void> {
  const mine = ++questions[kind];
  const { [IDS[kind]]: former } = get();
  set(changed('opening', kind, true));
  await refreshOptions();
  if (mine !== questions[kind]) return;
  const options = get()[OPTIONS[kind]];
  // An alias stays in the list, with another label.
  const isThere = options.some(({ id, label }) => id === former && label === name);
  if (!isThere) set(changed('lost', kind, name));
  if (options.length === 1) return set(closed(kind, 'missing'));
  await replace(kind, null);
  // Unless another one was chosen meanwhile.
  if (questions[kind] !== mine + 1) return;
  const isBack = get()[IDS[kind]] === former && get()[kind]?.label === name;
  set(changed('lost', kind, isBack ? null : name));
}

/** Closes the notice of a device that was lost or connected. */
export function dismissNews(kind: MediaKind): void {
  set({ ...changed('lost', kind, null), ...changed('offered', kind, null) });
}

/** Closes camera and microphone. */
export function releaseDevices(): void {
  for (const kind of KINDS) questions[kind]++;
  const { video, audio } = get();
  set({
    ...CLOSED.video,
    ...CLOSED.audio,
    ...QUIET,
    off: ALL_ON,
    status: 'idle',
    problem: null,
    undetected: false,
    awaited: false,
  });
  video?.stop();
  audio?.stop();
}

async function refreshOptions(): Promise<void> {
  const now = await listDevices().catch(() => null);
  if (!now) return;
  const before = get();
  const offer = (kind: MediaKind) => {
    const options = now[OPTIONS[kind]];
    const known = before[OPTIONS[kind]];
    const isNew = (id: string) =>
      !known.some((option) => option.id === id) && !ALIASES.includes(id) && id !== before[IDS[kind]];
    const added = isNamed(known) ? options.find(({ id }) => isNew(id)) : null;
    const standing = options.find(({ id }) => id === before.offered[kind]);
    return (added ?? standing)?.id ?? null;
  };
  set({ ...now, undetected: false, offered: { video: offer('video'), audio: offer('audio') } });
  setSpeaker(loadPreferences().speakerId);
}

if (typeof navigator !== 'undefined' && navigator.mediaDevices) {
  navigator.mediaDevices.addEventListener('devicechange', () => {
    listed = null;
    if (get().status === 'ready') void refreshOptions();
  });
}
