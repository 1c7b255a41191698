import fc from 'fast-check';
import type { Database } from '#db/client.ts';
import { Contract } from '#tests/support/contract/contract.ts';
import {
  addressOf,
  newPeople,
  REQUESTS_A_LIFE,
  requestArbitrary,
} from '#tests/support/contract/fuzz-requests.ts';
import { bearer } from '#tests/support/people/people.ts';
import { newAddress } from '#tests/support/servers/client.ts';
import { anyAnswerClient, type Request } from '../http-client.ts';
import type { Tally } from './tally.ts';

const AT_ONCE = 16;
const TIMEOUT_MS = 30_000;

const oddHeaders = fc.constantFrom<Record<string, string>>(
  { 'Content-Type': 'text/plain' },
  { 'Content-Type': 'application/json; charset=utf-16' },
  { 'Content-Type': 'multipart/form-data' },
  { 'Content-Encoding': 'gzip' },
  { 'Content-Encoding': 'nonsense' },
  { 'Transfer-Encoding': 'chunked', 'Content-Type': 'application/x-www-form-urlencoded' },
  { Authorization: 'Bearer ' },
  { Authorization: `Bearer ${'x'.repeat(8_000)}` },
  { Authorization: 'Basic Og==' },
  { Cookie: '__session=%; =; a=%E0%A4%A' },
  { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  { Origin: 'null' },
  { Host: 'evil.example:99999' },
  { Host: '%' },
  { 'X-Forwarded-For': "'; drop table city; --, ::ffff:999.1.1.1" },
  { 'X-Forwarded-Proto': 'gopher', 'X-Forwarded-Host': '\u00ff' },
  { 'X-HTTP-Method-Override': 'DELETE' },
  { Accept: '*/*;q=x', 'Accept-Language': 'en;q=9,,-,\u00e9', 'Accept-Encoding': 'br;q=-1' },
  { 'If-None-Match': '"', 'If-Modified-Since': 'never', Range: 'bytes=9-1' },
  { Expect: 'nothing' },
  { Connection: 'close, __proto__' },
  { Odd: 'x'.repeat(20_000) },
);
const brokenBody = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('', '{', '{"a":', '['.repeat(50_000), '{"__proto__":{"a":1}}', '"\\ud800"', '1e999')
    .map(Buffer.from),
  fc.constant(Buffer.from(JSON.stringify({ text: 'x'.repeat(2 ** 20) }))),
);
const method = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
);

/** Defects of a request besides its values; most have none. */
const twist: fc.Arbitrary<Partial<Request>> = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ headers: oddHeaders }) },
  { weight: 1, arbitrary: fc.record({ method }) },
  { weight: 1, arbitrary: fc.record({ body: brokenBody }) },
);

/**
 * Sends random requests of a visitor, two users and an administrator, each from its own address. Fails if an answer is
 * a 5xx other than 503 with Retry-After, or takes more than 30 s.
 */
export async function requestSender(origin: string, db: Database, tally: Tally) {
  const contract = await Contract.of(origin);
  const ask = anyAnswerClient(origin, AT_ONCE);
  let seed = 0;

  async function send(request: Request): Promise<void> {
    const what = `${request.method} ${request.path}`;
    try {
      const { status, headers } = await ask({ ...request, timeoutMs: TIMEOUT_MS });
      tally.count(status);
      if (status >= 500 && !(status === 503 && headers['retry-after'])) tally.fail(`${what}: ${status}`);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // The server may close a connection after a broken request.
      tally.count(message);
      if (message === 'no answer in time') tally.fail(`${what}: ${message}`);
    }
  }

  return async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent += REQUESTS_A_LIFE) {
      const people = await newPeople(db);
      const requests = fc.sample(fc.tuple(requestArbitrary(contract, people), twist), {
        numRuns: Math.min(REQUESTS_A_LIFE, count - sent),
        // The same requests in each run, except for values from new rows.
        seed: seed++,
      });
      const sendAll = async () => {
        for (let next = requests.pop(); next; next = requests.pop()) {
          const [{ operation, values, person }, broken] = next;
          const { path, query } = addressOf(operation, values);
          const token = people.tokens[person];
          await send({
            path: `${path}?${query}`,
            method: operation.method,
            body: operation.requestBody && values.body,
            ...broken,
            headers: { 'X-Forwarded-For': newAddress(), ...(token && bearer(token)), ...broken.headers },
          });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
    }
  };
}
