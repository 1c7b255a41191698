import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openServicesDatabase } from '#app/platform/tests/database.ts';
import type { Database } from '#db/client.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { done } from './api-call.server.ts';

let db: Database;
let api: typeof import('./answer.server.ts');

beforeAll(async () => {
  vi.stubEnv('LOG_LEVEL', 'silent');
  db = await openServicesDatabase();
  api = await import('./answer.server.ts');
});
afterAll(() => db.$client.end());

describe('answer', () => {
  const call = { answer: { description: 'A number', schema: z.object({ a: z.number() }) } };

  it("sends the work's result, never to be stored", async () => {
    const response = await api.answer(call, async () => ({ body: { a: 1 }, setCookie: 'k=v' }));
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Set-Cookie')).toBe('k=v');
    expect(await response.json()).toEqual({ a: 1 });
  });

  it('sends its length in bytes', async () => {
    const named = { answer: { ...call.answer, schema: z.object({ name: z.string() }) } };
    const response = await api.answer(named, async () => ({ body: { name: 'Málaga' } }));
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.get('Content-Length')).toBe('18');
    expect((await response.arrayBuffer()).byteLength).toBe(18);
  });

  it("sends the call's status", async () => {
    const created = { answer: { ...call.answer, status: 201 as const } };
    expect((await api.answer(created, async () => ({ body: { a: 1 } }))).status).toBe(201);
  });

  it("accepts only results of the call's type, at compile time", async () => {
    // @ts-expect-error a number is not a string
    await api.answer(call, async () => ({ body: { a: '1' } }));
    // @ts-expect-error the number is missing
    await api.answer(call, async () => ({ body: {} }));
    // @ts-expect-error a file in place of JSON
    await api.answer(call, async () => new Response());
    // @ts-expect-error JSON in place of a file
    await api.answer({ answer: { description: '', file: 'image/webp' } }, async () => ({ body: { a: 1 } }));
    expect.assertions(0);
  });

  it('sends a refusal as its code and status', async () => {
    const response = await api.answer(call, () => Promise.reject(new ProtocolError('SEAT_TAKEN')));
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ code: 'SEAT_TAKEN' });
  });

  it('reveals nothing about an unexpected error', async () => {
    const response = await api.answer(call, () => Promise.reject(new Error('password is hunter2')));
    expect(response.status).toBe(500);
    expect(await response.text()).toBe('{"code":"SERVER_ERROR"}');
  });
});

describe('byMethod', () => {
  const nothing = () => api.answer({ answer: done('Done') }, async () => ({ body: {} }));

  it('dispatches each method to its call, and refuses other methods', async () => {
    const action = api.byMethod({ POST: nothing });
    const by = (method: string) =>
      action({
        request: new Request('https://panocall.example/', { method }),
        params: {},
        context: { clientAddress: '', cspNonce: '' },
      });
    expect((await by('POST')).status).toBe(200);
    const refused = await by('DELETE');
    expect([refused.status, await refused.json()]).toEqual([405, { code: 'METHOD_NOT_ALLOWED' }]);
  });
});

describe('readJson', () => {
  const post = (body: string) => new Request('https://panocall.example/', { method: 'POST', body });
  const schema = z.object({ seat: z.enum(['host', 'guest']) });

  it('returns a body that matches the schema', async () => {
    expect(await api.readJson(post('{"seat":"host"}'), schema)).toEqual({ seat: 'host' });
  });

  it('names an invalid field', async () => {
    const reading = api.readJson(post('{"seat":"both"}'), schema);
    await expect(reading).rejects.toMatchObject({ code: 'INVALID_DATA', fields: [{ path: 'seat' }] });
  });

  it('refuses a body that is not JSON', async () => {
    await expect(api.readJson(post('{seat'), schema)).rejects.toMatchObject({ code: 'BAD_MESSAGE' });
  });
});
