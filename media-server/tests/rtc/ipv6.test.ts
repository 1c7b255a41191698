import { createHmac, randomBytes } from 'node:crypto';
import { createSocket, type SocketType } from 'node:dgram';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hosted, NODE, World } from '../support/harness.ts';

let world: World;

beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world.close());

const transportOf = async (env: Record<string, string> = {}) => {
  const server = await world.start({ env });
  const { host } = await hosted(world, server, { nodeId: env.MEDIA_NODE_ID ?? NODE });
  return host.client.request('createTransport', { direction: 'receive' });
};

const BINDING_REQUEST = 0x0001;
const BINDING_SUCCESS = 0x0101;
const COOKIE = 0x2112a442;
const USERNAME = 0x0006;
const INTEGRITY = 0x0008;
const PRIORITY = 0x0024;
const USE_CANDIDATE = 0x0025;
const CONTROLLING = 0x802a;
const FINGERPRINT = 0x8028;

function attribute(type: number, value: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(value.length, 2);
  return Buffer.concat([header, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

/** A STUN message. @param length as the header must state it at that point */
function message(transaction: Buffer, attributes: Buffer, length = attributes.length): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16BE(BINDING_REQUEST, 0);
  header.writeUInt16BE(length, 2);
  header.writeUInt32BE(COOKIE, 4);
  return Buffer.concat([header, transaction, attributes]);
}

/** The connectivity check with which a browser begins to use a candidate (RFC 8445, RFC 8489). */
function bindingRequest(usernameFragment: string, password: string): Buffer {
  const transaction = randomBytes(12);
  const asked = Buffer.concat([
    attribute(USERNAME, Buffer.from(`${usernameFragment}:browser`)),
    attribute(PRIORITY, Buffer.from([0x6e, 0, 0xff, 0xff])),
    attribute(CONTROLLING, randomBytes(8)),
    attribute(USE_CANDIDATE, Buffer.alloc(0)),
  ]);
  const code = createHmac('sha1', password)
    .update(message(transaction, asked, asked.length + 24))
    .digest();
  const signed = Buffer.concat([asked, attribute(INTEGRITY, code)]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((crc32(message(transaction, signed, signed.length + 8)) ^ 0x5354554e) >>> 0);
  return message(transaction, Buffer.concat([signed, attribute(FINGERPRINT, sum)]));
}

/** The message type of the answer. */
async function answerTo(request: Buffer, type: SocketType, port: number, address: string): Promise<number> {
  const socket = createSocket(type);
  try {
    const answer = new Promise<Buffer>((resolve, reject) => {
      socket.once('message', resolve);
      socket.once('error', reject);
    });
    socket.send(request, port, address);
    return (await answer).readUInt16BE(0);
  } finally {
    socket.close();
  }
}

test('Browsers with only IPv6 and with only IPv4 reach the media server', async () => {
  const { iceCandidates, iceParameters } = await transportOf();
  const udp = iceCandidates.filter(({ protocol }) => protocol === 'udp');
  for (const [address, type] of [
    ['::1', 'udp6'],
    ['127.0.0.1', 'udp4'],
  ] as const) {
    const candidate = udp.find(({ ip }) => ip === address);
    const { usernameFragment, password } = iceParameters;
    const request = bindingRequest(usernameFragment, password);
    expect(await answerTo(request, type, candidate?.port ?? 0, address)).toBe(BINDING_SUCCESS);
  }
});

test('Both announced addresses are offered as candidates', async () => {
  const { iceCandidates } = await transportOf({
    MEDIA_NODE_ID: 'announced',
    MEDIA_ANNOUNCED_ADDRESS: '192.0.2.1, 2001:db8::1',
  });
  const offered = iceCandidates.map(({ ip, protocol }) => `${protocol} ${ip}`);
  expect(new Set(offered)).toEqual(
    new Set(['udp 192.0.2.1', 'tcp 192.0.2.1', 'udp 2001:db8::1', 'tcp 2001:db8::1']),
  );
});
