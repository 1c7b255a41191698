import { afterEach, expect, it, vi } from 'vitest';
import { processTrack } from './track-processor.ts';

class Track extends EventTarget implements Pick<MediaStreamTrack, 'readyState' | 'stop'> {
  readyState: MediaStreamTrackState = 'live';
  readonly copies: Track[] = [];
  clone(): Track {
    const copy = new Track();
    this.copies.push(copy);
    return copy;
  }
  stop(): void {
    this.readyState = 'ended';
  }
}

class Processor {
  readonly readable = new ReadableStream<VideoFrame>();
}

afterEach(() => vi.unstubAllGlobals());
const process = (track: Track) => Reflect.apply(processTrack, null, [track]);

it('reads a copy, which outlives the track until it is stopped itself', () => {
  vi.stubGlobal('MediaStreamTrackProcessor', Processor);
  const track = new Track();
  const frames = process(track);
  track.stop();
  expect(track.copies.map((copy) => copy.readyState)).toEqual(['live']);
  frames?.stop();
  expect(track.copies.map((copy) => copy.readyState)).toEqual(['ended']);
});

it('cannot read a track that has ended, or in a browser without processors', () => {
  expect(process(new Track())).toBeNull();
  vi.stubGlobal('MediaStreamTrackProcessor', Processor);
  const track = new Track();
  track.stop();
  expect(process(track)).toBeNull();
});
