import { describe, expect, it } from 'vitest';
import {
  browser,
  errors,
  local,
  lostConnection,
  renewSession,
  send,
  server,
  session,
  theirs,
  track,
} from '../tests/media-session.ts';

describe('What this side sees is requested before what it sends', () => {
  it('in the order of requests', async () => {
    server.asked.length = 0;
    renewSession();
    const opened = session.open();
    const consumed = session.consume([theirs('microphone'), theirs('camera')]);
    await Promise.all([opened, consumed]);
    await send();
    expect(server.asked.slice(0, 4)).toEqual(['createTransport', 'consume', 'consume', 'createTransport']);
  });

  it('and the send transport is requested again if the request was lost', async () => {
    renewSession();
    await session.open();
    server.lost = 'requests';
    await expect(send()).rejects.toEqual(lostConnection);
    server.lost = null;
    await send();
    expect(server.producer('camera')).toBeDefined();
  });
});

describe('After a login, the server gets the current state', () => {
  const muted = { camera: false, microphone: true };

  it('if a mute request was lost', async () => {
    await send();
    server.lost = 'requests';
    await expect(send({ paused: muted })).rejects.toEqual(lostConnection);
    server.lost = null;
    session.setProducers(server.producers);
    await send();
    expect(server.producer('microphone')?.paused).toBe(true);
  });

  it('if the response to muting was lost, and muting was undone', async () => {
    await send();
    server.lost = 'responses';
    await expect(send({ paused: muted })).rejects.toEqual(lostConnection);
    expect(server.producer('microphone')?.paused).toBe(true);
    server.lost = null;
    session.setProducers(server.producers);
    await send({ paused: { camera: false, microphone: false } });
    expect(server.producer('microphone')?.paused).toBe(false);
  });

  it('if the connection parameters were lost', async () => {
    server.lost = 'connectTransport';
    await send();
    await expect.poll(() => errors).toEqual([lostConnection]);
    server.lost = null;
    await session.restartIce();
    await session.restartIce();
    expect(server.asked.filter((name) => name === 'connectTransport')).toHaveLength(1);
  });

  it('if the closing of a camera was lost', async () => {
    await send();
    server.lost = 'requests';
    await expect(send({ tracks: { ...local.tracks, video: null } })).rejects.toEqual(lostConnection);
    server.lost = null;
    session.setProducers(server.producers);
    await send();
    expect(server.producers.map(({ source }) => source)).toEqual(['microphone']);
  });

  it('if the response for a producer was lost that is no longer wanted', async () => {
    const { audio } = local.tracks;
    await send({ tracks: { audio, video: null } });
    server.lost = 'responses';
    await expect(send({ tracks: { audio, video: track('video') } })).rejects.toEqual(lostConnection);
    expect(server.producers).toHaveLength(2);
    server.lost = null;
    session.setProducers(server.producers);
    await send({ tracks: { audio, video: null } });
    expect(server.producers.map(({ source }) => source)).toEqual(['microphone']);
  });
});

describe('An ICE restart works without', () => {
  it.each(['updateIceServers', 'getStats'] as const)('%s, where the browser refuses it', async (refused) => {
    await session.consume([theirs('camera')]);
    await send();
    browser.refused.add(refused);
    await session.restartIce();
    expect(browser.restarts).toBe(2);
    expect(await session.isPathDead()).toBe(false);
  });
});

it('what is consumed is sent even if the browser refuses the bitrates', async () => {
  browser.refused.add('bitrates');
  await send();
  session.setProducers(server.producers);
  session.setBandwidth(500_000);
  const active = () => browser.senders.map((sender) => sender.getParameters().encodings[0]?.active);
  await expect.poll(active).toEqual([true, true]);
});

describe('Another device', () => {
  it.each(['audio', 'video'] as const)('replaces the track of the same producer (%s)', async (kind) => {
    await send();
    const before = server.producers;
    const former = local.tracks[kind];
    former?.stop();
    // Until the new one is open.
    await send();
    expect(server.producers).toEqual(before);
    const next = track(kind);
    await send({ tracks: { ...local.tracks, [kind]: next } });
    expect(server.producers).toEqual(before);
    expect(browser.replacements).toEqual([next]);
  });

  it('waits for a device that is not open yet', async () => {
    const closed = track('video');
    closed.stop();
    await send({ tracks: { ...local.tracks, video: closed } });
    expect(server.producers.map(({ source }) => source)).toEqual(['microphone']);
    await send({ tracks: { ...local.tracks, video: track('video') } });
    expect(server.producer('camera')).toBeDefined();
  });

  it('that the system has muted counts as paused until it is resumed', async () => {
    const microphone = track('audio');
    await send({ tracks: { ...local.tracks, audio: microphone } });
    microphone.remoteMute();
    await send();
    expect(server.producer('microphone')?.paused).toBe(true);
    microphone.remoteUnmute();
    await send();
    expect(server.producer('microphone')?.paused).toBe(false);
  });
});

describe('The sound of the surroundings', () => {
  const audioAlone = () => ({ audio: track('audio'), video: null });

  it('takes another producer, which replaces that of the voice', async () => {
    await send({ tracks: audioAlone() });
    const voice = server.producer('microphone');
    const microphone = track('audio');
    await send({ tracks: { audio: microphone, video: null }, sound: 'surroundings' });
    // Until the other person has the new producer, the old one sends the new microphone.
    expect(browser.replacements).toEqual([microphone]);
    expect(server.producers).toHaveLength(1);
    expect(server.producer('microphone')?.id).not.toBe(voice?.id);
    expect(browser.codecOptions).toEqual([
      { opusFec: true, opusDtx: true },
      { opusStereo: true, opusMaxAverageBitrate: 128_000, opusFec: true, opusDtx: false },
    ]);
    // The server has closed it already.
    expect(server.asked).not.toContain('closeProducer');
    await send();
    expect(browser.codecOptions).toHaveLength(2);
  });

  it('stays muted', async () => {
    const paused = { camera: false, microphone: true };
    await send({ tracks: audioAlone(), paused });
    await send({ tracks: audioAlone(), sound: 'surroundings' });
    expect(server.producer('microphone')?.paused).toBe(true);
  });

  it('waits for its microphone, and for the connection', async () => {
    await send({ tracks: audioAlone() });
    const [voice] = server.producers;
    local.tracks.audio?.stop();
    await send({ sound: 'surroundings' });
    expect(server.producers).toEqual([voice]);
    server.lost = 'requests';
    await expect(send({ tracks: audioAlone() })).rejects.toEqual(lostConnection);
    expect(server.producers).toEqual([voice]);
    server.lost = null;
    await send();
    expect(server.producers).toHaveLength(1);
    expect(server.producer('microphone')?.id).not.toBe(voice?.id);
  });
});
