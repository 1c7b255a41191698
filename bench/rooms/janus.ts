import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { type Line, Peer } from '#ingest/webrtc/peer.ts';
import { installDebianPackages } from '#scripts/debian-packages.ts';
import { startChild } from '#scripts/processes/child.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { linesOf } from '#scripts/webrtc/session-description.ts';
import { AUDIO_PAYLOAD, type OpenRoom, VIDEO_PAYLOAD } from './contender.ts';
import { camera, microphone, VideoReceiver } from './streams.ts';

/** Folder of the plugins in Debian's package. */
const LIBRARIES = '/usr/lib/x86_64-linux-gnu/janus';
/** Janus drops a session after 60 s of silence: https://janus.conf.meetecho.com/docs/rest.html. */
const KEEP_ALIVE_MS = 20_000;
const SENDER_KNOWN_MS = 500;
const UP_WITHIN_MS = 30_000;

const jsepSchema = z.object({ type: z.enum(['offer', 'answer']), sdp: z.string() });
const answerSchema = z.object({
  janus: z.string(),
  transaction: z.string().optional(),
  data: z.object({ id: z.number() }).optional(),
  plugindata: z
    .object({ data: z.object({ id: z.number().optional(), error: z.string().optional() }) })
    .optional(),
  jsep: jsepSchema.optional(),
  error: z.object({ reason: z.string() }).optional(),
});
type JanusAnswer = z.infer<typeof answerSchema>;

/** Starts Janus, another media server, from Debian's package: its VideoRoom forwards as our rooms do. */
export async function startJanus(): Promise<{ pid: number; openRoom: OpenRoom; stop(): Promise<void> }> {
  await installDebianPackages(['janus'], console.log);
  const folder = await mkdtemp(join(tmpdir(), 'janus-'));
  const port = await freePort();
  await configure(folder, port);
  const child = startChild(['janus', '-F', folder, '--disable-colors'], { cwd: folder });
  // Its output must be read: a full pipe would block it.
  child.process.stdout?.resume();
  child.process.stderr?.resume();
  const stop = async () => {
    await child.stop();
    await rm(folder, { recursive: true });
  };
  try {
    const socket = await connect(port);
    const janus = await Janus.open(socket);
    return { pid: child.process.pid ?? 0, openRoom: (sent) => openRoom(janus, sent), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function configure(folder: string, port: number): Promise<void> {
  const general = [
    `configs_folder = "${folder}"`,
    `plugins_folder = "${LIBRARIES}/plugins"`,
    `transports_folder = "${LIBRARIES}/transports"`,
    'debug_level = 2',
  ];
  const sections = {
    general,
    // Like mediasoup, which is always directly reachable.
    nat: ['ice_lite = true'],
    plugins: [`disable = "${await allBut('plugins', 'videoroom')}"`],
    transports: [`disable = "${await allBut('transports', 'websockets')}"`],
  };
  const webSockets = ['ws = true', `ws_port = ${port}`, 'ws_interface = "lo"'];
  const files = { 'janus.jcfg': sections, 'janus.transport.websockets.jcfg': { general: webSockets } };
  for (const [name, content] of Object.entries(files)) {
    const text = Object.entries(content).map(([section, lines]) => `${section}: {\n${lines.join('\n')}\n}\n`);
    await writeFile(join(folder, name), text.join(''));
  }
}

/** Unneeded libraries of a folder, in the format of the setting `disable`. */
async function allBut(folder: string, needed: string): Promise<string> {
  const names = await readdir(join(LIBRARIES, folder));
  return names.filter((name) => name.endsWith('.so') && !name.includes(needed)).join(',');
}

async function connect(port: number): Promise<WebSocket> {
  const deadline = Date.now() + UP_WITHIN_MS;
  for (;;) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, 'janus-protocol');
    try {
      await once(socket, 'open');
      return socket;
    } catch (error) {
      if (Date.now() > deadline) throw new Error('Janus does not start', { cause: error });
    }
    await sleep(100);
  }
}

/** Its API over a WebSocket: https://janus.conf.meetecho.com/docs/rest.html. */
class Janus {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<string, (answer: JanusAnswer) => void>();
  #session = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (text) => {
      const answer = answerSchema.parse(JSON.parse(String(text)));
      // The answer is the following event.
      if (answer.janus === 'ack' || !answer.transaction) return;
      this.#waiting.get(answer.transaction)?.(answer);
      this.#waiting.delete(answer.transaction);
    });
  }

  static async open(socket: WebSocket): Promise<Janus> {
    const janus = new Janus(socket);
    janus.#session = (await janus.#ask({ janus: 'create' })).data?.id ?? 0;
    setInterval(() => janus.#send({ janus: 'keepalive' }, randomUUID()), KEEP_ALIVE_MS).unref();
    return janus;
  }

  async attach(): Promise<Handle> {
    const { data } = await this.#ask({ janus: 'attach', plugin: 'janus.plugin.videoroom' });
    const handle = { handle_id: data?.id };
    return {
      ask: (body, jsep) => this.#ask({ janus: 'message', ...handle, body, jsep }),
      detach: () => this.#ask({ janus: 'detach', ...handle }),
    };
  }

  async #ask(message: object): Promise<JanusAnswer> {
    const transaction = randomUUID();
    const answered = new Promise<JanusAnswer>((resolve) => this.#waiting.set(transaction, resolve));
    this.#send(message, transaction);
    const answer = await answered;
    const error = answer.error?.reason ?? answer.plugindata?.data.error;
    if (error) throw new Error(`Janus: ${error}`);
    return answer;
  }

  #send(message: object, transaction: string): void {
    const session = this.#session ? { session_id: this.#session } : {};
    this.#socket.send(JSON.stringify({ ...message, ...session, transaction }));
  }
}

/** One participant's sending or receiving. */
type Handle = {
  ask(body: object, jsep?: z.infer<typeof jsepSchema>): Promise<JanusAnswer>;
  detach(): Promise<unknown>;
};

/** Opens a room with the same streams as ours: the host sends film and sound, the guest sound. */
async function openRoom(janus: Janus, { film, pacer }: Parameters<OpenRoom>[0]): ReturnType<OpenRoom> {
  const closers: (() => unknown)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer();
  };
  const room = randomInt(1, 2 ** 31);
  const attach = async () => {
    const handle = await janus.attach();
    closers.push(() => handle.detach());
    return handle;
  };
  const newPeer = (direction: 'SendOnly' | 'RecvOnly', lines: Line[]) => {
    const peer = new Peer(direction, lines);
    closers.push(() => peer.close());
    return peer;
  };
  const send = async (kinds: readonly Line['kind'][]) => {
    const handle = await attach();
    const lines = kinds.map((kind) => {
      const payloadType = kind === 'video' ? VIDEO_PAYLOAD : AUDIO_PAYLOAD;
      return { kind, mid: kind, payloadType, ssrc: randomInt(1, 2 ** 31) };
    });
    const peer = newPeer('SendOnly', lines);
    const body = { request: 'joinandconfigure', room, ptype: 'publisher', bitrate: 0 };
    const { plugindata, jsep } = await handle.ask(body, { type: 'offer', sdp: peer.offer() });
    peer.accept(jsep?.sdp ?? '');
    await peer.connected();
    for (const line of lines) {
      const sent = { ...line, track: peer.track(line.kind) };
      closers.push(pacer.add(line.kind === 'video' ? camera(sent, film) : microphone(sent)));
    }
    return plugindata?.data.id;
  };
  const receive = async (feed: number | undefined) => {
    const handle = await attach();
    const join = { request: 'join', room, ptype: 'subscriber', streams: [{ feed }] };
    // It learns of a sender only a little after the sender's connection is established.
    const { jsep } = await handle.ask(join).catch(async () => {
      await sleep(SENDER_KNOWN_MS);
      return handle.ask(join);
    });
    const sdp = jsep?.sdp ?? '';
    const lines = linesOf(sdp);
    const peer = newPeer('RecvOnly', lines);
    const screen = lines.some(({ kind }) => kind === 'video')
      ? new VideoReceiver(peer.track('video'))
      : undefined;
    await handle.ask({ request: 'start', room }, { type: 'answer', sdp: peer.answer(sdp) });
    await peer.connected();
    return screen;
  };
  try {
    const owner = await attach();
    await owner.ask({ request: 'create', room, publishers: 2, videocodec: 'h264', audiocodec: 'opus' });
    closers.push(() => owner.ask({ request: 'destroy', room }));
    const enteredAt = performance.now();
    const [host, guest] = await Promise.all([send(['video', 'audio']), send(['audio'])]);
    const [screen] = await Promise.all([receive(host), receive(guest)]);
    if (!screen) throw new Error('Janus sends no video');
    return { screen, enteredAt, close };
  } catch (error) {
    await close();
    throw error;
  }
}
