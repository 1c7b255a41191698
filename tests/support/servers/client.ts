import { randomInt } from 'node:crypto';
import { recordSecret } from '#scripts/testing/secrets.ts';
import { Contract } from '../contract/contract.ts';
import { recordFields, recordHeaders } from './secrets.ts';

const ADDRESSES = 2 ** 17;
let lastAddress = randomInt(ADDRESSES);

/** A new address in 198.18.0.0/15, the range for benchmarks (RFC 2544). Each address has its own rate limits. */
export function newAddress(): string {
  lastAddress = (lastAddress + 1) % ADDRESSES;
  return `198.${18 + (lastAddress >> 16)}.${(lastAddress >> 8) % 256}.${lastAddress % 256}`;
}

export type Answer = {
  status: number;
  headers: Headers;
  /** Parsed if it is JSON. */
  body: unknown;
  bytes: Buffer;
};

export type Call = {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; forms, bytes and streams are sent as they are. */
  body?: unknown;
  /** Skips validation of the response: for a server that a test has broken. */
  unchecked?: boolean;
  /** Does not record the sent values as secrets: random requests also send them in fields that are logged. */
  random?: boolean;
};

/**
 * An HTTP client with its own cookies and address, which does not follow redirects. Validates every response of the API
 * against the OpenAPI document, and records the secrets in it, which no log may contain.
 */
export class Client {
  readonly origin: string;
  readonly address: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string, address = newAddress()) {
    this.origin = origin;
    this.address = address;
  }

  /** @throws Error if the response does not match the OpenAPI document */
  async call(path: string, { method, headers, body, unchecked, random }: Call = {}): Promise<Answer> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const isJson = body !== undefined && !isRaw(body);
    const url = new URL(path, this.origin);
    const verb = method ?? (body === undefined ? 'GET' : 'POST');
    if (!random) {
      recordFields(body);
      recordFields(url.searchParams);
    }
    recordHeaders(new Headers(headers));
    const response = await fetch(url, {
      method: verb,
      redirect: 'manual',
      headers: {
        'X-Forwarded-For': this.address,
        ...(cookie && { Cookie: cookie }),
        ...(isJson && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: isJson ? JSON.stringify(body) : isRaw(body) ? body : undefined,
      duplex: 'half',
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const bytes = Buffer.from(await response.arrayBuffer());
    const answer = {
      status: response.status,
      headers: response.headers,
      body: parsed(bytes, response.headers),
      bytes,
    };
    recordFields(answer.body);
    recordHeaders(answer.headers);
    const { pathname } = url;
    if (!unchecked && pathname.startsWith('/api/') && pathname !== '/api/openapi.json') {
      (await Contract.of(this.origin)).check(verb, pathname, answer);
    }
    return answer;
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split(/=(.*)/);
    recordSecret(value);
    if (/;\s*Max-Age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

type RawBody = URLSearchParams | FormData | Uint8Array<ArrayBuffer> | ReadableStream;

function isRaw(body: unknown): body is RawBody {
  return [URLSearchParams, FormData, Uint8Array, ReadableStream].some((kind) => body instanceof kind);
}

function parsed(bytes: Buffer, headers: Headers): unknown {
  const text = bytes.toString();
  return text !== '' && headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : text;
}
