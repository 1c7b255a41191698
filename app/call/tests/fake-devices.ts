import { FakeMediaStreamTrack } from 'fake-mediastreamtrack';
import { vi } from 'vitest';

type Kind = 'video' | 'audio';

/** A browser whose devices are plugged in, unplugged and opened by the test. */
export class FakeDevices extends EventTarget {
  present = ['front camera', 'rear camera', 'headset', 'inner microphone'];
  speakers: string[] = [];
  readonly tracks: FakeMediaStreamTrack[] = [];
  /** Constraints of each request. */
  readonly asked: MediaStreamConstraints[] = [];
  /** Requests waiting to be opened, while `held`. */
  readonly waiting: (() => void)[] = [];
  held = false;
  /** Refuses to open a device that is already open. */
  isExclusive = false;

  enumerateDevices() {
    const listed = (kind: string) => (label: string) => ({ kind, deviceId: `id of ${label}`, label });
    return Promise.resolve([
      ...this.present.map((label) => listed(`${kindOf(label)}input`)(label)),
      ...(this.speakers.length > 0 ? [{ kind: 'audiooutput', deviceId: 'default', label: 'Default' }] : []),
      ...this.speakers.map(listed('audiooutput')),
    ]);
  }

  async getUserMedia(constraints: MediaStreamConstraints) {
    this.asked.push(constraints);
    if (this.held) await new Promise<void>((resolve) => this.waiting.push(resolve));
    const tracks = (['video', 'audio'] as const)
      .filter((kind) => constraints[kind])
      .map((kind) => this.#track(kind, JSON.stringify(constraints[kind])));
    return { getTracks: () => tracks, getVideoTracks: () => tracks, getAudioTracks: () => tracks };
  }

  #track(kind: Kind, wanted: string): FakeMediaStreamTrack {
    const fits = (label: string) =>
      kindOf(label) === kind && (!wanted.includes('exact') || wanted.includes(`id of ${label}`));
    const label = this.present.find(fits);
    if (!label) throw new DOMException('', 'NotFoundError');
    if (this.isExclusive && this.open.includes(label)) throw new DOMException('', 'NotReadableError');
    const settings = { deviceId: `id of ${label}`, ...(kind === 'video' && { width: 640, height: 480 }) };
    const track = new FakeMediaStreamTrack({ kind, label, settings });
    this.tracks.push(track);
    return track;
  }

  unplug(label: string): void {
    this.present = this.present.filter((other) => other !== label);
    for (const track of this.tracks) if (track.label === label) track.remoteStop();
    this.dispatchEvent(new Event('devicechange'));
  }

  plugIn(label: string): void {
    this.present = [...this.present, label];
    this.dispatchEvent(new Event('devicechange'));
  }

  /** The labels of the open devices. */
  get open(): string[] {
    return this.tracks.filter(({ readyState }) => readyState === 'live').map(({ label }) => label);
  }
}

export function kindOf(label: string): Kind {
  return label.endsWith('camera') ? 'video' : 'audio';
}

/** Resets the modules, and gives them a browser with these devices until `vi.unstubAllGlobals()`. */
export function stubDevices(): FakeDevices {
  const fake = new FakeDevices();
  vi.resetModules();
  vi.stubGlobal('navigator', { mediaDevices: fake });
  vi.stubGlobal('RTCPeerConnection', class {});
  vi.stubGlobal('Worker', class {});
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  return fake;
}
