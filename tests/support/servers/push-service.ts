import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importJWK, type JWTPayload, jwtVerify } from 'jose';
import webPush from 'web-push';
import { freePort } from '#scripts/processes/ports.ts';
import { selfSignedCertificate } from '#scripts/stack/certificate.ts';

/** A push message that a device received. */
type Pushed = {
  /** Decrypted. */
  payload: unknown;
  headers: { ttl: string; urgency: string; topic: string };
  /** Claims of the site's signature, which was verified. */
  claims: JWTPayload;
};

type Device = {
  subscription: { endpoint: string; p256dh: string; auth: string };
  got: Pushed[];
  asked: number;
  /** Status of the service's next responses. Default: 201 */
  status: number;
};

/** A push service (RFC 8030) with its devices, which decrypt messages (RFC 8291) and verify their sender (RFC 8292). */
export type PushService = {
  /** Variables for a web server that uses it. */
  env: Record<'VAPID_PUBLIC_KEY' | 'VAPID_PRIVATE_KEY' | 'PUSH_HOSTS' | 'NODE_EXTRA_CA_CERTS', string>;
  newDevice(): Device;
  close(): Promise<void>;
};

export async function startPushService(): Promise<PushService> {
  const folder = await mkdtemp(join(tmpdir(), 'panocall-push-'));
  const { certFile, keyFile } = await selfSignedCertificate(folder, []);
  const vapid = webPush.generateVAPIDKeys();
  const port = await freePort();
  const origin = `https://127.0.0.1:${port}`;
  const devices = new Map<string, Device & { open: (body: Buffer) => unknown }>();
  const [cert, key] = await Promise.all([readFile(certFile), readFile(keyFile)]);
  const server = createServer({ cert, key }, async (request, response) => {
    const device = devices.get(request.url ?? '');
    const body = Buffer.concat(await request.toArray());
    if (!device) {
      response.writeHead(404).end();
      return;
    }
    device.asked += 1;
    if (device.status === 201) {
      const { ttl, urgency, topic, authorization = '' } = request.headers;
      device.got.push({
        payload: device.open(body),
        headers: { ttl: String(ttl), urgency: String(urgency), topic: String(topic) },
        claims: await claimsOf(authorization, vapid.publicKey, origin),
      });
    }
    response.writeHead(device.status).end();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    env: {
      VAPID_PUBLIC_KEY: vapid.publicKey,
      VAPID_PRIVATE_KEY: vapid.privateKey,
      PUSH_HOSTS: `127.0.0.1:${port}`,
      NODE_EXTRA_CA_CERTS: certFile,
    },
    newDevice() {
      const path = `/${randomBytes(12).toString('hex')}`;
      const keys = createECDH('prime256v1');
      const p256dh = keys.generateKeys();
      const auth = randomBytes(16);
      const subscription = {
        endpoint: origin + path,
        p256dh: p256dh.toString('base64url'),
        auth: auth.toString('base64url'),
      };
      const open = (body: Buffer) => decrypt(body, keys.computeSecret.bind(keys), p256dh, auth);
      const device = { subscription, got: [], asked: 0, status: 201, open };
      devices.set(path, device);
      return device;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}

/** Decrypts a message of one record (RFC 8291, section 3.4; RFC 8188, section 2). */
function decrypt(
  body: Buffer,
  secretWith: (sender: Buffer) => Buffer,
  receiver: Buffer,
  auth: Buffer,
): unknown {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const sender = body.subarray(21, keyEnd);
  const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const key = derive(secretWith(sender), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(key, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(key, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  // The delimiter 2 ends the last record's data; padding follows.
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
}

/** @throws Error unless the token names the site's key, is signed with it, and is meant for this service */
async function claimsOf(authorization: string, publicKey: string, origin: string): Promise<JWTPayload> {
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error('signed with another key');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const signer = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256');
  return (await jwtVerify(token, signer, { audience: origin, requiredClaims: ['exp', 'sub'] })).payload;
}
