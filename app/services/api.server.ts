import type { z } from 'zod';
import { ERROR_STATUS, invalidData, ProtocolError } from '#media-server/protocol/errors.ts';
import { logger } from './log.server.ts';

const headers = { 'Cache-Control': 'no-store' };

/**
 * Runs an API route: what it returns goes out as JSON, a ProtocolError as `{code, fields?}` with its status, and
 * anything else as SERVER_ERROR, logged.
 */
export async function answer(
  work: () => Promise<{ body: unknown; status?: number; setCookie?: string }>,
): Promise<Response> {
  try {
    const { body, status, setCookie } = await work();
    return Response.json(body, {
      status,
      headers: setCookie ? { ...headers, 'Set-Cookie': setCookie } : headers,
    });
  } catch (error) {
    const known = error instanceof ProtocolError ? error : new ProtocolError('SERVER_ERROR');
    if (known !== error) logger.error({ err: error }, 'api request failed');
    return Response.json(known.toBody(), { status: ERROR_STATUS[known.code], headers });
  }
}

/**
 * Refuses a request that another site made the browser send. Browsers tell by Sec-Fetch-Site
 * (https://www.w3.org/TR/fetch-metadata/), older ones by Origin; programs that send neither carry no cookie by accident.
 */
export function refuseCrossSite(request: Request): void {
  const site = request.headers.get('Sec-Fetch-Site');
  const origin = request.headers.get('Origin');
  const foreign = site
    ? site !== 'same-origin' && site !== 'none'
    : origin !== null && URL.parse(origin)?.host !== request.headers.get('Host');
  if (foreign) throw new ProtocolError('CROSS_SITE');
}

/** Reads a JSON body against a schema. @throws ProtocolError INVALID_DATA naming the fields, BAD_MESSAGE if no JSON */
export async function readJson<T extends z.ZodType>(request: Request, schema: T): Promise<z.infer<T>> {
  const body: unknown = await request.json().catch(() => {
    throw new ProtocolError('BAD_MESSAGE');
  });
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidData(parsed.error);
  return parsed.data;
}
