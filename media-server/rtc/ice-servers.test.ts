import { expect, test } from 'vitest';
import { iceServers } from './ice-servers.ts';

const now = Date.UTC(2026, 0, 1);

test('Creates TURN credentials as coturn’s use-auth-secret expects', () => {
  const [turn] = iceServers({ urls: ['turn:turn.example'], secret: 'north' }, 'node-a', now);
  // printf '1767229200:node-a' | openssl dgst -sha1 -hmac north -binary | base64
  expect(turn).toEqual({
    urls: ['turn:turn.example'],
    username: '1767229200:node-a',
    credential: 'BgDxKUT0hcZcPOqA3/xxQMSN77c=',
  });
});

test('Returns TURN over TLS with the same credentials', () => {
  const urls = ['turn:turn.example?transport=udp', 'turns:turn.example:443?transport=tcp'];
  const servers = iceServers({ urls, secret: 'north' }, 'node-a', now);
  expect(servers).toMatchObject([{ urls, username: '1767229200:node-a' }]);
});

test('Returns STUN servers without credentials, and an empty list without servers', () => {
  expect(iceServers({ urls: ['stun:stun.example'], secret: null }, 'node-a', now)).toEqual([
    { urls: ['stun:stun.example'] },
  ]);
  expect(iceServers({ urls: [], secret: null }, 'node-a', now)).toEqual([]);
});
