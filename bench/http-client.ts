import { Agent, type IncomingMessage, request } from 'node:http';

export type Request = {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; a Buffer unchanged. */
  body?: unknown;
  /** Throws if the server has been silent for this long. */
  timeoutMs?: number;
};

/** As `httpClient`, but returns answers of any status. */
export function anyAnswerClient(origin: string, connections: number) {
  // Round robin, as the server closes idle connections, possibly while one is reused.
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  return async ({ path, method = 'GET', headers, body, timeoutMs }: Request) => {
    const sent = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const call = request(new URL(path, origin), {
        method,
        agent,
        timeout: timeoutMs,
        headers: {
          ...(sent !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': Buffer.byteLength(sent),
          }),
          ...headers,
        },
      });
      call.on('timeout', () => call.destroy(new Error('no answer in time')));
      call.on('response', resolve).on('error', reject).end(sent);
    });
    let text = '';
    response.setEncoding('utf8');
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode ?? 0, headers: response.headers, text };
  };
}

/** An HTTP client with persistent connections: lighter than `fetch`, which would take CPU time from the server. */
export function httpClient(origin: string, connections: number) {
  const ask = anyAnswerClient(origin, connections);
  return async (asked: Request): Promise<string> => {
    const { status, text } = await ask(asked);
    if (status >= 300) throw new Error(`${asked.method ?? 'GET'} ${asked.path}: ${status} ${text}`);
    return text;
  };
}
