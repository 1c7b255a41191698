import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { encodeFilm } from '#bench/rooms/film.ts';
import { camera, microphone, Pacer } from '#bench/rooms/streams.ts';
import { Peer } from '#scripts/webrtc/peer.ts';
import { expect } from '../../support/test.ts';

const LINES = [
  { kind: 'video', mid: 'video', payloadType: 96, ssrc: 5003 },
  { kind: 'audio', mid: 'audio', payloadType: 111, ssrc: 5002 },
] as const;

/** How long a sender that was refused waits, in ms; the one before it may still be known to the server. */
const AGAIN_MS = 1_500;

export type Program = {
  /** Ends without telling the server. */
  vanish(): void;
};

/** Streams the film with a patch in each direction, by the address and the key on the host's page, as OBS would. */
export async function streamFilm(host: Page): Promise<Program> {
  const film = await encodeFilm('MEDIUM');
  const address = (await host.getByLabel('Address', { exact: true }).textContent()) ?? '';
  const key = await host.getByLabel('Key (bearer token)', { exact: true }).textContent();
  const peer = new Peer('SendOnly', LINES);
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/sdp' };
  const offer = { method: 'POST', headers, body: peer.offer() };
  let response = await fetch(address, offer);
  for (; response.status === 409; response = await fetch(address, offer)) await sleep(AGAIN_MS);
  const answer = await response.text();
  expect(response.status, answer).toBe(201);
  peer.accept(answer);
  await peer.connected();
  const pacer = new Pacer();
  pacer.add(camera({ track: peer.track('video'), ...LINES[0] }, film));
  pacer.add(microphone({ track: peer.track('audio'), ...LINES[1] }));
  return {
    vanish: () => {
      pacer.stop();
      peer.close();
    },
  };
}
