import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { createTestDatabase } from '#db/tests/database.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { startWebServer, type WebServer } from '#scripts/testing/web-server.ts';

let server: WebServer;
let metricsUrl: string;
let db: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  const url = await createTestDatabase();
  db = openDatabase(url);
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  server = await startWebServer(url, { METRICS_PORT: String(port) });
});
afterAll(() => Promise.all([server.stop(), db.$client.end()]));

const read = async () => (await fetch(metricsUrl)).text();
const series = (text: string) => text.split('\n').filter((line) => line.startsWith('panocall_http'));
const get = (path: string, init: RequestInit = {}) =>
  fetch(`${server.url}${path}`, { redirect: 'manual', ...init }).then((response) => response.text());

it('the metrics are served on a separate port, and nothing else is', async () => {
  expect((await fetch(metricsUrl.replace('/metrics', '/'))).status).toBe(404);
  expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(404);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  expect(await read()).toMatch(/^process_cpu_seconds_total /m);
});

it('the metrics count requests by the pattern of their route', async () => {
  await get('/es/help');
  await get('/api/pinga/heartbeat');
  await expect
    .poll(read)
    .toMatch(/^panocall_http_requests_total{method="GET",route="\/es\?\/help",status="2xx"} 1$/m);
  const text = await read();
  expect(text).toMatch(/^panocall_http_requests_total{method="GET",route="\/api\/\S+",status="5xx"} 1$/m);
  expect(text).toMatch(/^panocall_http_request_duration_seconds_count{route="\/es\?\/help"} 1$/m);
});

it('the metrics have no more series, however many paths, methods and names are requested', async () => {
  const ask = async () => {
    const odd = randomUUID();
    for (const path of [`/${odd}`, `/es/streamers/${odd}`, `/api/${odd}/${odd}`, `/assets/${odd}.js`])
      await get(path);
    await get(`/api/user/${randomUUID()}`, { method: 'DELETE' });
    await get(`/${odd}`, { method: 'PROPFIND' });
    await get(`/${odd}?_data=${odd}`);
  };
  await ask();
  const before = series(await read());
  for (let round = 0; round < 5; round++) await ask();
  const after = series(await read());
  expect(after).toHaveLength(before.length);
  expect(after.join('\n')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  // The requests were counted.
  expect(after).not.toEqual(before);
});

it('the metrics show how jobs end, how many wait and for how long', async () => {
  await expect.poll(read).toMatch(/^panocall_job_attempts_total{queue="\S+",outcome="completed"} [1-9]/m);
  await db.execute(sql`select pgboss.create_queue('of-an-older-version', '{"policy":"standard"}')`);
  await db.execute(sql`insert into pgboss.job (name, data, state, start_after) values
    ('dead-letters', '{}', 'created', now() - interval '1 hour'),
    ('of-an-older-version', '{}', 'created', now())`);
  const text = await read();
  expect(text).toMatch(/^panocall_jobs_waiting{queue="dead-letters"} 1$/m);
  expect(text).toMatch(/^panocall_jobs_oldest_seconds{queue="dead-letters"} 36\d\d/m);
  expect(text).not.toContain('of-an-older-version');
});

it('the metrics show the database and sockets', async () => {
  const text = await read();
  expect(text).toMatch(/^panocall_database_connections_max 10$/m);
  expect(text).toMatch(/^panocall_database_connections{state="idle"} [1-9]/m);
  expect(text).toMatch(/^panocall_database_probe_seconds 0\.\d+$/m);
  expect(text).toMatch(/^panocall_proxied_sockets 0$/m);
});

it('the metrics show how long the queries of pages wait for a connection', async () => {
  const waits = async () =>
    Number(/^panocall_database_wait_seconds_count (\d+)$/m.exec(await read())?.[1] ?? Number.NaN);
  const before = await waits();
  const pages = 60;
  for (let page = 1; page <= pages; page++) await get(`/api/city?page=${page}`);
  // Jobs alone would add only a few.
  expect((await waits()) - before).toBeGreaterThanOrEqual(pages);
});
