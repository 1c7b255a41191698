import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { TLSSocket } from 'node:tls';

const ANSWER_WITHIN_MS = 15_000;

export interface Answer {
  status: number;
  headers: Record<string, string | undefined>;
  cookies: string[];
  text: string;
  /** The certificate over HTTPS, else null. */
  certificate: { problem: string | null; expires: Date } | null;
}

/**
 * Sends a request to a server, accepting any certificate: a problem with it is reported once.
 * @throws Error if it does not answer
 */
export async function sendRequest(url: URL, cookie = '', body?: object): Promise<Answer> {
  const sent = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const options = {
      method: body ? 'POST' : 'GET',
      timeout: ANSWER_WITHIN_MS,
      rejectUnauthorized: false,
      // A separate connection, to read its certificate.
      agent: false as const,
      headers: { Cookie: cookie, ...(sent && { 'Content-Type': 'application/json' }) },
    };
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      const { socket, statusCode: status = 0, headers } = response;
      const certificate = socket instanceof TLSSocket ? certificateOf(socket) : null;
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.on('error', reject);
      response.on('end', () => {
        const single = Object.entries(headers).map(([name, value]) => [name, value?.toString()] as const);
        const cookies = headers['set-cookie'] ?? [];
        resolve({ status, headers: Object.fromEntries(single), cookies, text, certificate });
      });
    });
    request.on('timeout', () => request.destroy(new Error('no answer')));
    request.on('error', reject);
    request.end(sent);
  });
}

function certificateOf(socket: TLSSocket): Answer['certificate'] {
  const expires = new Date(socket.getPeerCertificate().valid_to);
  if (socket.authorized) return { problem: null, expires };
  const error: unknown = socket.authorizationError;
  return { problem: error instanceof Error ? error.message : String(error), expires };
}
