import type { z } from 'zod';
import { logger } from '#app/platform/log.server.ts';
import { ERROR_STATUS, invalidData, ProtocolError } from '#protocol/errors.ts';

export type Work = {
  body: unknown;
  /** 200 if none is given. */
  status?: number;
  setCookie?: string;
  headers?: Record<string, string>;
};

const noStore = { 'Cache-Control': 'no-store' };

/**
 * Runs an API route: what it returns goes out as JSON, or as it is where it is a response; a ProtocolError as
 * `{code, fields?}` with its status, and anything else as SERVER_ERROR, logged.
 */
export async function answer(work: () => Promise<Work | Response>): Promise<Response> {
  try {
    const result = await work();
    if (result instanceof Response) return result;
    const { body, status, setCookie, headers } = result;
    const cookie = setCookie && { 'Set-Cookie': setCookie };
    return Response.json(body, { status, headers: { ...noStore, ...headers, ...cookie } });
  } catch (error) {
    const known = error instanceof ProtocolError ? error : new ProtocolError('SERVER_ERROR');
    if (known !== error) logger.error({ err: error }, 'api request failed');
    return Response.json(known.toBody(), { status: ERROR_STATUS[known.code], headers: noStore });
  }
}

/** Reads a JSON body against a schema. @throws ProtocolError INVALID_DATA naming the fields, BAD_MESSAGE if no JSON */
export async function readJson<T extends z.ZodType>(request: Request, schema: T): Promise<z.infer<T>> {
  return parse(await json(request), schema);
}

/** Reads a body against a schema, be it JSON or a form. @throws as `readJson` */
export async function readBody<T extends z.ZodType>(request: Request, schema: T): Promise<z.infer<T>> {
  return parse(await fieldsOf(request), schema);
}

/** What a body says, unchecked. @throws ProtocolError BAD_MESSAGE if it is neither JSON nor a form */
export async function fieldsOf(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return json(request);
  const form = await request.formData().catch(badMessage);
  return Object.fromEntries(form);
}

/** @throws ProtocolError INVALID_DATA naming the fields */
function parse<T extends z.ZodType>(data: unknown, schema: T): z.infer<T> {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw invalidData(parsed.error);
  return parsed.data;
}

function json(request: Request): Promise<unknown> {
  return request.json().catch(badMessage);
}

function badMessage(): never {
  throw new ProtocolError('BAD_MESSAGE');
}
