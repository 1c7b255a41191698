import type { ActionFunctionArgs } from '@remix-run/node';
import type { z } from 'zod';
import { logger } from '#app/platform/log.server.ts';
import { ERROR_STATUS, invalidData, MethodNotAllowed, ProtocolError, RetryLater } from '#protocol/errors.ts';
import { readForm } from '../bodies/form-body.server.ts';
import { parseJson } from '../bodies/json-body.server.ts';
import { recordRefusedAccess } from '../limits/refused-access.server.ts';
import { admitWrite } from '../viewers/writes.server.ts';
import type { FileAnswer, JsonAnswer } from './api-call.server.ts';
import { namingOutage } from './outages.server.ts';

/** Result of an API route. */
export type Work<Body> = {
  body: Body;
  setCookie?: string | readonly string[];
  headers?: Record<string, string>;
};

/** `Retry-After` of UNAVAILABLE, in s: within it, a starting or recovering media server or database is noticed. */
export const UNAVAILABLE_S = 10;

const noStore = { 'Cache-Control': 'no-store' };

/**
 * Runs an API route and responds with its result as JSON, or with a file as is. The compiler checks the
 * result's type against the call's schema, tests check the JSON. A ProtocolError becomes `{code, fields?}`
 * with its status; any other error is logged and becomes SERVER_ERROR.
 */
export function answer<Schema extends z.ZodType>(
  call: { answer: JsonAnswer<Schema> },
  work: () => Promise<Work<z.output<Schema>>>,
): Promise<Response>;
export function answer(call: { answer: FileAnswer }, work: () => Promise<Response>): Promise<Response>;
export async function answer(
  call: { answer: JsonAnswer | FileAnswer },
  work: () => Promise<Work<unknown> | Response>,
): Promise<Response> {
  try {
    const result = await work();
    if (result instanceof Response) return result;
    const { body, setCookie, headers } = result;
    const status = 'status' in call.answer ? (call.answer.status ?? 200) : 200;
    const response = jsonResponse(body, status, { ...noStore, ...headers });
    for (const cookie of setCookie ? [setCookie].flat() : []) response.headers.append('Set-Cookie', cookie);
    return response;
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'FORBIDDEN') await recordRefusedAccess();
    return refusal(error);
  }
}

/**
 * Responds with a ProtocolError's code and status; logs any other error and responds with UNAVAILABLE if it is an outage,
 * else with SERVER_ERROR.
 */
export function refusal(thrown: unknown): Response {
  const error = namingOutage(thrown);
  const known = error instanceof ProtocolError ? error : new ProtocolError('SERVER_ERROR');
  if (known !== error) logger.error({ err: error }, 'api request failed');
  const headers = { ...noStore, ...headersOf(known) };
  return jsonResponse(known.toBody(), ERROR_STATUS[known.code], headers);
}

/** Sets the length, so that the response is one packet rather than a chunk and a terminating chunk. */
function jsonResponse(body: unknown, status: number, headers: Record<string, string>): Response {
  const json = JSON.stringify(body);
  const length = String(Buffer.byteLength(json));
  return new Response(json, {
    status,
    headers: { 'Content-Type': 'application/json', 'Content-Length': length, ...headers },
  });
}

function headersOf(error: ProtocolError): Record<string, string> {
  // Does not wait for the rest of a slow body.
  if (error.code === 'TOO_SLOW') return { Connection: 'close' };
  if (error instanceof MethodNotAllowed) return { Allow: error.allowed.join(', ') };
  if (error instanceof RetryLater) return { 'Retry-After': String(error.afterS) };
  return error.code === 'UNAVAILABLE' ? { 'Retry-After': String(UNAVAILABLE_S) } : {};
}

type Action = (args: ActionFunctionArgs) => Promise<Response>;

/**
 * A route's action that dispatches by method, for requests that `admitWrite` admits; methods without a handler are
 * METHOD_NOT_ALLOWED.
 */
export function byMethod(
  calls: Partial<Record<'POST' | 'PUT' | 'DELETE', Action>>,
): Action & { methods: readonly string[] } {
  const actions = new Map(Object.entries(calls));
  const dispatch: Action = async (args) => {
    const action = actions.get(args.request.method);
    if (!action) return refusal(new ProtocolError('METHOD_NOT_ALLOWED'));
    return admitWrite(args).then(() => action(args), refusal);
  };
  // For `server/methods.ts`.
  return Object.assign(dispatch, { methods: [...actions.keys()] });
}

/** Validates path parameters. @throws ProtocolError NOT_FOUND if they are invalid */
export function readParams<T extends z.ZodType>(
  params: ActionFunctionArgs['params'],
  schema: T,
): z.output<T> {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw new ProtocolError('NOT_FOUND');
  return parsed.data;
}

/**
 * Validates query parameters; the last of each name counts.
 * @throws ProtocolError INVALID_DATA naming them
 */
export function readQuery<T extends z.ZodType>(request: Request, schema: T): z.output<T> {
  return parse(Object.fromEntries(new URL(request.url).searchParams), schema);
}

/**
 * Validates a JSON body.
 * @throws ProtocolError INVALID_DATA naming the fields, BAD_MESSAGE if it is not JSON
 */
export async function readJson<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  return parse(await json(request), schema);
}

/** Validates a JSON or form body. @throws ProtocolError as `readJson` and `fieldsOf` */
export async function readBody<T extends z.ZodType>(request: Request, schema: T): Promise<z.output<T>> {
  return parse(await fieldsOf(request), schema);
}

/** A body's fields, not validated. @throws ProtocolError BAD_MESSAGE if it is neither JSON nor a form, TOO_LARGE */
export async function fieldsOf(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return json(request);
  return Object.fromEntries(await readForm(request));
}

/** @throws ProtocolError INVALID_DATA naming the fields */
function parse<T extends z.ZodType>(data: unknown, schema: T): z.output<T> {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw invalidData(parsed.error);
  return parsed.data;
}

function json(request: Request): Promise<unknown> {
  return request.text().then(parseJson).catch(badMessage);
}

function badMessage(): never {
  throw new ProtocolError('BAD_MESSAGE');
}
