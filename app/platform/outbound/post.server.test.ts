import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freePort } from '#scripts/processes/ports.ts';
import { isAdmitted, resolveAddress } from './address.server.ts';
import { post as send } from './post.server.ts';

const looked = vi.hoisted(() => ({ up: [] as string[] }));
vi.mock('node:dns/promises', () => ({
  lookup: async () => ({ address: looked.up[0], family: 4 }),
  Resolver: class {
    resolve4 = async () => looked.up.filter((address) => !address.includes(':'));
    resolve6 = async () => looked.up.filter((address) => address.includes(':'));
  },
}));

const hosts: string[] = [];
const post = (url: string, body: string, headers: Record<string, string>, timeoutMs = 10_000) =>
  send(url, { body, headers, allowed: hosts, timeoutMs });
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Starts a receiver on this machine, which the operator has allowed. @returns its address */
async function receiver(listener: RequestListener): Promise<string> {
  const started = createServer(listener);
  server = started;
  const port = await freePort();
  await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve));
  hosts.push(`hook.test:${port}`);
  looked.up = ['127.0.0.1'];
  return `http://hook.test:${port}/hook`;
}

describe('an address that a person gave', () => {
  const leadsTo = async (url: string, ...addresses: string[]) => {
    looked.up = addresses;
    return (await resolveAddress(new URL(url), hosts))?.address ?? null;
  };

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::7f00:1',
    '168.63.129.16',
    'fd00:ec2::254',
    'fec0::1',
  ])('is refused if its name resolves to %s, even beside a public address', async (address) => {
    expect(await leadsTo('https://shop.example/hook', address)).toBeNull();
    expect(await leadsTo('https://shop.example/hook', '93.184.215.14', address)).toBeNull();
  });

  it('is accepted if public, and only over HTTPS and without credentials', async () => {
    expect(await leadsTo('https://shop.example/hook', '93.184.215.14')).toBe('93.184.215.14');
    expect(await leadsTo('https://shop.example/hook', '2606:2800:220:1::1')).toBe('2606:2800:220:1::1');
    expect(await leadsTo('http://shop.example/hook', '93.184.215.14')).toBeNull();
    expect(await leadsTo('https://me:secret@shop.example/hook', '93.184.215.14')).toBeNull();
    // Refused whatever they resolve to.
    for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://localhost/'])
      expect([url, await leadsTo(url, '93.184.215.14')]).toEqual([url, null]);
  });

  it.each(['`', "'", ';', '{', '}', '"', '*', '$', '_'])(
    'is refused with %s in its host, as some parsers end it there',
    (character) => {
      expect(isAdmitted(new URL(`https://127.0.0.1${character}.push.apple.com/x`), hosts)).toBe(false);
    },
  );
});

describe('Sending', () => {
  it('connects to the resolved address, with the body and its headers', async () => {
    const got: unknown[] = [];
    const url = await receiver(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      got.push([request.method, request.headers.host, request.headers['panocall-signature'], body]);
      response.writeHead(204).end();
    });
    const { host } = new URL(url);
    expect(await post(url, '{"ñ":1}', { 'Panocall-Signature': 't=1' })).toEqual({
      status: 204,
      problem: null,
    });
    expect(got).toEqual([['POST', host, 't=1', '{"ñ":1}']]);
  });

  it('does not follow redirects', async () => {
    let asked = 0;
    const url = await receiver((_request, response) => {
      asked += 1;
      response.writeHead(302, { Location: '/elsewhere' }).end();
    });
    expect(await post(url, '{}', {})).toEqual({ status: 302, problem: null });
    expect(asked).toBe(1);
  });

  it('does not read an endless response', async () => {
    let hungUp = false;
    const url = await receiver((_request, response) => {
      response.once('close', () => {
        hungUp = true;
      });
      response.writeHead(200);
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', more);
      };
      more();
    });
    expect(await post(url, '{}', {})).toEqual({ status: 200, problem: null });
    await vi.waitFor(() => expect(hungUp).toBe(true));
  });

  it('fails if the receiver is silent, or hangs up before or after reading', async () => {
    const silent = await receiver(() => {});
    expect(await post(silent, '{}', {}, 50)).toEqual({ status: null, problem: 'TIMEOUT' });
    server?.closeAllConnections();
    const cut = await receiver((request) => request.socket.destroy());
    expect(await post(cut, '{}', {})).toEqual({ status: null, problem: 'NO_CONNECTION' });
    const late = await receiver((request) => {
      request.on('end', () => request.socket.destroy());
      request.resume();
    });
    expect(await post(late, '{}', {})).toEqual({ status: null, problem: 'NO_CONNECTION' });
  });

  it('sends nothing to a private address', async () => {
    let asked = 0;
    const url = await receiver(() => {
      asked += 1;
    });
    hosts.length = 0;
    const https = url.replace('http:', 'https:');
    expect(await post(https, '{}', {})).toEqual({ status: null, problem: 'PRIVATE_ADDRESS' });
    expect(asked).toBe(0);
  });
});
