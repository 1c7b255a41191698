import { randomInt } from 'node:crypto';

/** An address of the range for benchmarks (RFC 2544), so that no two tests share a rate limit. */
export function newAddress(): string {
  return `198.${18 + randomInt(2)}.${randomInt(256)}.${randomInt(256)}`;
}

export type Answer = { status: number; headers: Headers; body: unknown };

export type Call = {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; URLSearchParams go out as a form. */
  body?: unknown;
};

/** A program that talks to the web server: keeps cookies, from one address, follows no redirect. */
export class Client {
  readonly origin: string;
  readonly address: string;
  readonly cookies = new Map<string, string>();

  constructor(origin: string, address = newAddress()) {
    this.origin = origin;
    this.address = address;
  }

  async call(path: string, { method, headers, body }: Call = {}): Promise<Answer> {
    const isForm = body instanceof URLSearchParams;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, this.origin), {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      redirect: 'manual',
      headers: {
        'X-Forwarded-For': this.address,
        ...(cookie && { Cookie: cookie }),
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) };
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = '', value = ''] = pair.split(/=(.*)/);
    if (/;\s*Max-Age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
