import { expect, test } from 'vitest';
import { parseEnvironment } from './env.ts';

const required = {
  DATABASE_URL: 'postgres://user:password@localhost/panocall',
  TICKET_SECRET: 'a secret of at least thirty-two characters',
};

test('Needs only the database and the ticket secret', () => {
  expect(parseEnvironment(required)).toMatchObject({
    MEDIA_HOST: '127.0.0.1',
    MEDIA_PORT: 3001,
    MEDIA_HEALTH_PORT: 3002,
    MEDIA_URL: null,
    RTC_PORT: 44_400,
    TURN_URLS: [],
    MEDIA_DRAIN_SECONDS: 20,
    MEDIA_ROOMS_PER_WORKER: 100,
  });
});

test('A variable set to an empty string counts as unset', () => {
  const env = parseEnvironment({ ...required, MEDIA_PORT: '', MEDIA_URL: '', TURN_URLS: '' });
  expect(env).toMatchObject({ MEDIA_PORT: 3001, MEDIA_URL: null, TURN_URLS: [] });
});

test('Takes one announced address each for IPv4 and IPv6', () => {
  const both = { ...required, MEDIA_ANNOUNCED_ADDRESS: '192.0.2.1, 2001:db8::1' };
  expect(parseEnvironment(both).MEDIA_ANNOUNCED_ADDRESS).toEqual(['192.0.2.1', '2001:db8::1']);
});

test('Reads TURN servers from a comma-separated list', () => {
  const TURN_URLS = 'stun:stun.example, turn:turn.example?transport=tcp,';
  const env = parseEnvironment({ ...required, TURN_URLS, TURN_SECRET: 'secret' });
  expect(env.TURN_URLS).toEqual(['stun:stun.example', 'turn:turn.example?transport=tcp']);
});

test('Accepts tickets signed with either of two secrets during a key rotation', () => {
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(32)];
  const env = parseEnvironment({ ...required, TICKET_SECRET: `${newer},${older}` });
  expect(env.TICKET_SECRET).toEqual([newer, older]);
});

test.each([
  ['DATABASE_URL', { DATABASE_URL: undefined }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/panocall' }],
  ['TICKET_SECRET', { TICKET_SECRET: 'short and secret' }],
  ['MEDIA_PORT', { MEDIA_PORT: 'eighty' }],
  ['MEDIA_URL', { MEDIA_URL: 'https://media.example' }],
  ['MEDIA_WORKERS', { MEDIA_WORKERS: '0' }],
  ['MEDIA_ANNOUNCED_ADDRESS', { MEDIA_ANNOUNCED_ADDRESS: '192.0.2.1, 192.0.2.2' }],
  ['MEDIA_REGION', { MEDIA_REGION: 'Europe!' }],
  ['MEDIA_ROOMS_PER_WORKER', { MEDIA_ROOMS_PER_WORKER: '0' }],
  ['MEDIA_MBPS', { MEDIA_MBPS: 'fast' }],
  ['MEDIA_DRAIN_SECONDS', { MEDIA_DRAIN_SECONDS: '-1' }],
  ['RTC_PORT', { RTC_PORT: '65535', MEDIA_WORKERS: '8' }],
  ['TURN_SECRET', { TURN_URLS: 'turn:turn.example' }],
  ['TURN_URLS', { TURN_URLS: 'https://turn.example' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
])('Names the invalid variable: %s', (name, wrong) => {
  const read = () => parseEnvironment({ ...required, ...wrong });
  expect(read).toThrow(new RegExp(`^  ${name}: `, 'm'));
  expect(read).not.toThrow(/short and secret/);
});
