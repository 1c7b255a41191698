import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { PULL_PATH, pullSchema, schemeAndHost } from '#protocol/pull.ts';
import { PullError } from './camera.ts';

const MAX_BODY_BYTES = 2_000;
const STATUS: Record<PullError['kind'], number> = { refused: 409, failed: 502, busy: 503 };

/**
 * Answers `POST /pull`, with the room's key as the bearer token and `{ address }` as the body, once the camera is in its
 * room: 201, or in words why not: 400 (body), 401 (no key), 403 (host and port), 404, 409 (the room takes none), 502 (the camera
 * gives no stream), 503 (too many).
 * @param hosts of cameras that may be connected to, with their ports
 * @param pull resolves once the camera is in its room, rejects with a `PullError`
 */
export function pullEndpoint(
  hosts: readonly string[],
  pull: (key: string, address: string) => Promise<void>,
): RequestListener {
  return async (request, response) => {
    try {
      if (request.method !== 'POST' || request.url !== PULL_PATH) return answer(response, 404, 'Not found');
      const [, key] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
      if (key === undefined) return answer(response, 401, 'The key is missing.');
      const { data } = pullSchema.safeParse(await bodyOf(request));
      if (!data) return answer(response, 400, 'address: must be an address of RTSP or SRT');
      if (!hosts.includes(schemeAndHost(data.address).host))
        return answer(response, 403, 'address: this site allows no camera of this host and port');
      await pull(key, data.address);
      answer(response, 201, '');
    } catch (error) {
      if (error instanceof PullError) answer(response, STATUS[error.kind], error.message);
      else response.destroy();
    }
  };
}

/** @returns null if it is too large or no JSON */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
    if (text.length > MAX_BODY_BYTES) return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function answer(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
}
