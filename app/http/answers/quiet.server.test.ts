import { expect, it } from 'vitest';
import { ERROR_STATUS, type ErrorCode, QUIET } from '#protocol/errors.ts';
import { quietly } from './quiet.server.ts';

const asked = (headers: Record<string, string>) => new Request('https://panocall.test/', { headers });
const refused = (code: ErrorCode) => Promise.resolve(Response.json({ code }, { status: ERROR_STATUS[code] }));

it('answers an expected refusal with 200, for a page that asks so', async () => {
  const response = await quietly(asked({ [QUIET]: 'true' }), refused('CHANNEL_ENDED'));
  expect(response.status).toBe(200);
  expect(response.headers.get(QUIET)).toBe('true');
  expect(await response.json()).toEqual({ code: 'CHANNEL_ENDED' });
});

it('keeps the documented status for others, and for failures', async () => {
  expect((await quietly(asked({}), refused('CHANNEL_ENDED'))).status).toBe(410);
  for (const code of ['RATE_LIMITED', 'UNAVAILABLE', 'SERVER_ERROR'] as const) {
    const response = await quietly(asked({ [QUIET]: 'true' }), refused(code));
    expect(response.status).toBeGreaterThanOrEqual(429);
    expect(response.headers.has(QUIET)).toBe(false);
  }
});
