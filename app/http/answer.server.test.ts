import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ProtocolError } from '#protocol/errors.ts';

let api: typeof import('./answer.server.ts');

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@localhost/nothing');
  vi.stubEnv('COOKIE_SECRET', 'c'.repeat(32));
  vi.stubEnv('TICKET_SECRET', 't'.repeat(32));
  vi.stubEnv('LOG_LEVEL', 'silent');
  api = await import('./answer.server.ts');
});

describe('answer', () => {
  it('sends what the work returns, never to be stored', async () => {
    const response = await api.answer(async () => ({ body: { a: 1 }, setCookie: 'k=v' }));
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Set-Cookie')).toBe('k=v');
    expect(await response.json()).toEqual({ a: 1 });
  });

  it('sends a refusal as its code and status', async () => {
    const response = await api.answer(() => Promise.reject(new ProtocolError('SEAT_TAKEN')));
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ code: 'SEAT_TAKEN' });
  });

  it('tells nothing of an unexpected error', async () => {
    const response = await api.answer(() => Promise.reject(new Error('password is hunter2')));
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('{"code":"SERVER_ERROR"}');
  });
});

describe('readJson', () => {
  const post = (body: string) => new Request('https://panocall.example/', { method: 'POST', body });
  const schema = z.object({ seat: z.enum(['host', 'guest']) });

  it('reads what fits', async () => {
    expect(await api.readJson(post('{"seat":"host"}'), schema)).toEqual({ seat: 'host' });
  });

  it('names the field that does not', async () => {
    const reading = api.readJson(post('{"seat":"both"}'), schema);
    await expect(reading).rejects.toMatchObject({ code: 'INVALID_DATA', fields: [{ path: 'seat' }] });
  });

  it('refuses what is no JSON', async () => {
    await expect(api.readJson(post('{seat'), schema)).rejects.toMatchObject({ code: 'BAD_MESSAGE' });
  });
});
