import { beforeEach, describe, expect, it } from 'vitest';
import { usualSource, WHOLE_VIDEO } from '#protocol/channel.ts';
import {
  browser,
  camera,
  local,
  remote,
  send,
  server,
  session,
  track,
  want,
} from '../tests/media-session.ts';

describe('The video codec', () => {
  it('is the router’s first while the other side’s are unknown', async () => {
    await send();
    expect(server.codec).toBe('video/VP8');
  });

  it('changes when the other side comes back with a browser that lacks it, and not before', async () => {
    await send({ receivable: ['VP8', 'VP9'] });
    const first = server.producer('camera')?.id;
    await send({ receivable: ['H264', 'VP8'] });
    expect(server.producer('camera')?.id).toBe(first);
    await send({ receivable: ['H264', 'VP9'] });
    expect(server.codec).toBe('video/VP9');
    await send({ receivable: null });
    await send({ receivable: ['VP9', 'VP8'] });
    expect(server.codec).toBe('video/VP9');
    expect(server.producers).toHaveLength(2);
  });

  it('in common there is none: only sound is sent, until there is one', async () => {
    await send({ receivable: ['H264'] });
    expect(server.producers.map(({ source }) => source)).toEqual(['microphone']);
    await send({ receivable: ['VP8'] });
    expect(server.codec).toBe('video/VP8');
    await send({ receivable: ['H264'] });
    expect(server.producers.map(({ source }) => source)).toEqual(['microphone']);
  });

  it('of the other side is one that this browser lacks: its sound is heard', async () => {
    server.undecodable = 'video 1';
    const theirs = (['audio', 'video'] as const).map((kind) => {
      return { id: `${kind} 1`, kind, source: usualSource(kind), paused: false, consumed: false };
    });
    await session.consume(theirs);
    await session.consume(theirs);
    expect(server.asked.filter((name) => name === 'consume')).toHaveLength(2);
    expect(remote.microphone).toBeTruthy();
    expect(remote.camera).toBeUndefined();
  });
});

describe('Encoding', () => {
  const active = () => browser.senders.map((sender) => sender.getParameters().encodings[0]?.active);

  it('takes place only for someone who consumes it, and while it is not paused', async () => {
    await send();
    expect(active()).toEqual([false, false]);
    session.setProducers(server.producers);
    await send();
    expect(active()).toEqual([true, true]);
    await send({ paused: { camera: true, microphone: false } });
    expect(active()).toEqual([false, true]);
    session.setProducers(server.producers.map((producer) => ({ ...producer, consumed: false })));
    await send();
    expect(active()).toEqual([false, false]);
  });

  it('begins in a codec that the other side decodes, where the host was alone before', async () => {
    await send();
    expect(server.codec).toBe('video/VP8');
    await send({ receivable: ['VP9'] });
    session.setProducers(server.producers);
    // VP8, sound and VP9.
    await expect.poll(active).toEqual([false, true, true]);
  });

  it('follows the quality', async () => {
    await send();
    const bitrate = () => browser.senders[0]?.getParameters().encodings[0]?.maxBitrate;
    expect(bitrate()).toBe(2_500_000);
    await send({ camera: { ...camera, quality: 'LOW' } });
    expect(bitrate()).toBe(800_000);
  });
});

describe('The highest quality', () => {
  const high = { ...camera, quality: 'HIGH' } as const;
  const sent = () => browser.senders.at(-1)?.getParameters().encodings;
  const large = [
    expect.objectContaining({ maxBitrate: 1_250_000, scaleResolutionDownBy: 2 }),
    expect.objectContaining({ maxBitrate: 5_000_000, scaleResolutionDownBy: 1 }),
  ];
  beforeEach(() => {
    want({ tracks: { audio: null, video: track('video') } });
  });

  it('is sent in two layers, both only to someone who consumes them', async () => {
    await send({ camera: high });
    expect(sent()).toEqual(large);
    expect(sent()?.map(({ active }) => active)).toEqual([false, false]);
    session.setProducers(server.producers);
    await send();
    expect(sent()?.map(({ active }) => active)).toEqual([true, true]);
    expect(server.producers).toHaveLength(1);
  });

  it('comes and goes with another producer, and stays with a camera that is away for a moment', async () => {
    await send();
    const first = server.producer('camera')?.id;
    await send({ camera: high });
    expect(server.producers.map(({ id }) => id)).not.toContain(first);
    expect(sent()).toEqual(large);
    const second = server.producer('camera')?.id;
    local.tracks.video?.stop();
    await send();
    expect(server.producer('camera')?.id).toBe(second);
    await send({ camera, tracks: { audio: null, video: track('video') } });
    expect(sent()).toHaveLength(1);
    expect(server.producers).toHaveLength(1);
  });

  it('is one picture where half of it would be smaller than the lowest quality', async () => {
    const small = track('video');
    small.getSettings = () => ({ width: 1024 });
    await send({ camera: high, tracks: { audio: null, video: small } });
    expect(sent()).toMatchObject([{ scaleResolutionDownBy: 1 }]);
  });

  it('is only half of a large picture in a codec without layers, and all of a smaller one', async () => {
    const wide = (width: number) => {
      const video = track('video');
      video.getSettings = () => ({ width });
      return { audio: null, video };
    };
    const round = { ...high, projection: 'equirectangular' } as const;
    await send({ camera: round, tracks: wide(3840), receivable: ['VP9'] });
    expect(sent()).toMatchObject([{ maxBitrate: 3_000_000, scaleResolutionDownBy: 2 }]);
    await send({ tracks: wide(2560) });
    await expect.poll(sent).toMatchObject([{ maxBitrate: 12_000_000, scaleResolutionDownBy: 1 }]);
  });
});

describe('What the other side can receive', () => {
  const sent = () => browser.senders.at(-1)?.getParameters().encodings[0];
  const round = { ...camera, projection: 'equirectangular' } as const;
  const video = { tracks: { audio: null, video: track('video') }, camera: round };

  it('limits the video, also after a change of camera or quality', async () => {
    await send(video);
    session.setProducers(server.producers);
    await expect.poll(sent).toMatchObject({ active: true, scaleResolutionDownBy: 1 });
    session.setBandwidth(1_000_000);
    await expect.poll(sent).toMatchObject({ maxBitrate: 840_000, scaleResolutionDownBy: 1.5 });
    await send({ camera: { ...round, quality: 'HIGH' } });
    await expect.poll(sent).toMatchObject({ maxBitrate: 840_000, scaleResolutionDownBy: 3 });
    session.setBandwidth(12_000_000);
    await expect.poll(sent).toMatchObject({ maxBitrate: 1_050_000 });
    await send({ sound: 'surroundings' });
    session.setBandwidth(1_000_000);
    await expect.poll(sent).toMatchObject({ maxBitrate: 740_000 });
  });

  it('is limited to what it wants, also in a new browser of this side', async () => {
    await send({ ...video, wish: { size: 'full', saveData: true, detail: false } });
    session.setProducers(server.producers);
    await expect.poll(sent).toMatchObject({ active: true, maxBitrate: 1_000_000 });
    await send({ wish: WHOLE_VIDEO });
    await expect.poll(sent).toMatchObject({ maxBitrate: 3_500_000 });
  });

  it('is forgotten with the connection that it was measured on', async () => {
    await send(video);
    session.setProducers(server.producers);
    session.setBandwidth(300_000);
    await expect.poll(sent).toMatchObject({ maxBitrate: 210_000 });
    session.setProducers(server.producers);
    await expect.poll(sent).toMatchObject({ maxBitrate: 210_000 });
    session.setProducers(server.producers.map((producer) => ({ ...producer, consumed: false })));
    session.setProducers(server.producers);
    await expect.poll(sent).toMatchObject({ active: true, maxBitrate: 3_500_000 });
  });
});
