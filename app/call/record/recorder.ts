import {
  type AudioCodec,
  AudioSampleSource,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  Quality,
  StreamTarget,
  type StreamTargetChunk,
  type VideoCodec,
  VideoSampleSource,
} from 'mediabunny';
import { isSpherePicture } from '#app/sphere/picture.ts';
import { asSphericalVideo, SPHERICAL_BYTES } from '#app/sphere/spherical-video.ts';
import type { Camera } from '#protocol/camera.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import { deviceStore } from '../devices/device-store.ts';
import { fileName, save } from '../snapshot/save.ts';
import { type CallState, otherSeat } from '../state/call-state.ts';
import { callStore } from '../state/call-store.ts';
import { frameSize, type Size, shownSize } from './frame-size.ts';
import { hasSamples } from './has-samples.ts';
import { MixedSound } from './mixed-sound.ts';
import { openRecordingFile, type RecordingFile } from './recording-file.ts';
import { CHANNELS } from './sound-batch.ts';
import { SoundFeed } from './sound-feed.ts';
import { VideoFeed } from './video-feed.ts';

/** In order of preference. All of them fit into an MP4 file, where every player finds the 360° metadata. */
const VIDEO_CODECS: VideoCodec[] = ['avc', 'vp9', 'av1'];
const AUDIO_CODECS: AudioCodec[] = ['aac', 'opus'];
/** Factor for a picture that is encoded a second time. */
const BITRATE_FACTOR = 1.5;
const SOUND_QUALITY = new Quality({ bitrate: 128_000 });
/** A file's fragments begin with key frames: the most that a crash may cost, in seconds. */
const KEY_FRAME_S = 2;

/** Why recording cannot continue. */
export type RecordingProblem = 'full' | 'failed';

/** Records the call of this tab: the other side's picture as it comes, and the sound of both. */
export class Recorder {
  readonly #name: string;
  readonly #file: RecordingFile;
  readonly #output: Output;
  readonly #video: VideoFeed;
  readonly #sound: MixedSound;
  readonly #audio: SoundFeed;
  readonly #stopFollowing: () => void;

  private constructor(parts: {
    name: string;
    file: RecordingFile;
    output: Output;
    video: VideoFeed;
    sound: MixedSound;
    audio: SoundFeed;
  }) {
    this.#name = parts.name;
    this.#file = parts.file;
    this.#output = parts.output;
    this.#video = parts.video;
    this.#sound = parts.sound;
    this.#audio = parts.audio;
    this.#follow();
    const stops = [callStore.subscribe(() => this.#follow()), deviceStore.subscribe(() => this.#follow())];
    this.#stopFollowing = () => {
      for (const stop of stops) stop();
    };
  }

  /**
   * @param on `problem`: called once if recording cannot continue and must be stopped. `silence`: called once if no
   * sound comes for some seconds; the file gets silence instead.
   * @returns null if this browser cannot encode video or sound. Rejects if recording cannot begin.
   */
  static async start(on: {
    problem(problem: RecordingProblem): void;
    silence(): void;
  }): Promise<Recorder | null> {
    const { call } = callStore.getState();
    const camera = call && (otherSeat(call)?.camera ?? null);
    const track = call && seenTrack(call);
    const target = videoTarget(camera?.quality ?? 'LOW', camera?.projection ?? 'flat');
    const size = frameSize(track && (await shownSize(track)), target);
    const quality = new Quality({ bitrate: target.bitrate * BITRATE_FACTOR });
    const sound = new MixedSound();
    const [videoCodec, audioCodec] = await Promise.all([
      getFirstEncodableVideoCodec(VIDEO_CODECS, { ...size, quality }),
      getFirstEncodableAudioCodec(AUDIO_CODECS, {
        numberOfChannels: CHANNELS,
        sampleRate: sound.sampleRate,
        quality: SOUND_QUALITY,
      }),
    ]);
    if (!videoCodec || !audioCodec) {
      sound.close();
      return null;
    }
    const isSphere = camera !== null && isSpherePicture(camera);
    const name = fileName(isSphere ? 'sphere' : 'view', new Date(), 'mp4');
    const file = await openRecordingFile(name);
    const output = new Output({
      format: new Mp4OutputFormat({ fastStart: 'fragmented' }),
      target: new StreamTarget(writing(file, camera, size)),
    });
    const videoSource = new VideoSampleSource({
      codec: videoCodec,
      quality,
      keyFrameInterval: KEY_FRAME_S,
      latencyMode: 'realtime',
    });
    const audioSource = new AudioSampleSource({ codec: audioCodec, quality: SOUND_QUALITY });
    let hasFailed = false;
    const fail = (error: unknown) => {
      if (!hasFailed) on.problem(problemOf(error));
      hasFailed = true;
    };
    output.addVideoTrack(videoSource);
    output.addAudioTrack(audioSource);
    if (isSphere) output.setMetadataTags({ comment: ' '.repeat(SPHERICAL_BYTES) });
    try {
      await output.start();
    } catch (error) {
      sound.close();
      await file.discard();
      throw error;
    }
    const video = new VideoFeed(videoSource, size, fail);
    const audio = new SoundFeed(audioSource, sound.sampleRate, { problem: fail, silence: on.silence });
    sound.listen((samples, endedAt) => audio.hear(samples, endedAt));
    return new Recorder({ name, file, output, video, sound, audio });
  }

  /**
   * Ends the file at its current length, and passes it to the browser to be saved.
   * @returns false if there is nothing in it, and nothing is saved
   */
  async stop(): Promise<boolean> {
    this.#stopFollowing();
    this.#video.close();
    try {
      await this.#audio.close();
      await this.#output.finalize();
    } catch {
      // The written part can be played up to its last fragment.
    }
    this.#sound.close();
    const file = await this.#file.close();
    if (!(await hasSamples(file))) return false;
    save(file, this.#name);
    return true;
  }

  #follow(): void {
    const { call } = callStore.getState();
    if (!call) return;
    const { audio } = deviceStore.getState();
    this.#video.show(seenTrack(call));
    this.#sound.set('other', call.remote.audio, false);
    this.#sound.set('own', audio, call.muted);
  }
}

/** Null while the other side's camera is off. */
function seenTrack(call: CallState): MediaStreamTrack | null {
  const other = otherSeat(call);
  const isOff = other?.producers.some(({ source, paused }) => source === 'camera' && paused);
  return isOff || other?.camera?.cameraType === 'NO_CAM' ? null : call.remote.video;
}

/** Stream that writes to the file, adding the picture's 360° metadata. */
function writing(file: RecordingFile, camera: Camera | null, size: Size): WritableStream<StreamTargetChunk> {
  const picture = camera && isSpherePicture(camera) ? camera : null;
  return new WritableStream({
    write: ({ data, position }) =>
      file.write(picture ? described(data, (moov) => asSphericalVideo(moov, picture, size)) : data, position),
  });
}

/**
 * Rewrites the movie box, which is written in one piece before the first fragment. @returns the same bytes if they are
 * not that box
 */
function described(
  data: Uint8Array<ArrayBuffer>,
  describe: (moov: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> {
  if (data.length < 8 || String.fromCharCode(...data.subarray(4, 8)) !== 'moov') return data;
  const length = new DataView(data.buffer, data.byteOffset).getUint32(0);
  const whole = data.slice();
  whole.set(describe(data.subarray(0, length)));
  return whole;
}

function problemOf(error: unknown): RecordingProblem {
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'failed';
}
