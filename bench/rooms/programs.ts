import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Peer } from '#ingest/webrtc/peer.ts';
import type { Ingest } from '#protocol/ticket.ts';
import type { Frame } from './film.ts';
import { camera, microphone, type Pacer } from './streams.ts';

const LINES = [
  { kind: 'video', mid: 'video', payloadType: 96, ssrc: 5003 },
  { kind: 'audio', mid: 'audio', payloadType: 111, ssrc: 5002 },
] as const;

/** How long a sender that was refused waits, in ms; the one before it may still be known to the server. */
const AGAIN_MS = 1_500;

/** They would go on after this process. */
const publishers = new Set<ChildProcess>();
process.once('exit', () => {
  for (const publisher of publishers) publisher.kill('SIGKILL');
});

/** Sends a film and sound by WHIP, as OBS does. @returns a function that stops without telling the server */
export async function streamByWhip(
  { whip, key }: Pick<Ingest, 'whip' | 'key'>,
  film: readonly Frame[],
  pacer: Pacer,
): Promise<() => void> {
  const peer = new Peer('SendOnly', LINES);
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/sdp' };
  const offer = { method: 'POST', headers, body: peer.offer() };
  let response = await fetch(whip, offer);
  for (; response.status === 409; response = await fetch(whip, offer)) await sleep(AGAIN_MS);
  const answer = await response.text();
  if (response.status !== 201) throw new Error(`${response.status}: ${answer}`);
  peer.accept(answer);
  await peer.connected();
  const stops = [
    pacer.add(camera({ track: peer.track('video'), ...LINES[0] }, film)),
    pacer.add(microphone({ track: peer.track('audio'), ...LINES[1] })),
  ];
  return () => {
    for (const stop of stops) stop();
    peer.close();
  };
}

/**
 * Publishes a file by RTMP again and again, as a camera's app does.
 * @param file of FLV
 * @returns a function that stops without telling the server
 */
export function publish({ rtmp, key }: Pick<Ingest, 'rtmp' | 'key'>, file: string): () => void {
  if (rtmp === null) throw new Error('This site takes no RTMP');
  const live = ['-loglevel', 'error', '-re', '-stream_loop', '-1', '-i', file, '-c', 'copy', '-f', 'flv'];
  const publisher = spawn('ffmpeg', [...live, `${rtmp}/${key}`], { stdio: 'inherit' });
  publishers.add(publisher);
  return () => publisher.kill('SIGSTOP');
}
