import { z } from 'zod';
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { BOOKING_CALLS } from '#app/bookings/api-calls.server.ts';
import { CONTENT_CALLS } from '#app/content/api-calls.server.ts';
import { DEVELOPER_CALLS } from '#app/developers/api-calls.server.ts';
import { entityCalls } from '#app/entities/api-calls.server.ts';
import { ENTITIES } from '#app/entities/registry.server.ts';
import { FREE_CALL_CALLS } from '#app/free-calls/api-calls.server.ts';
import type { ApiCall, ApiCalls } from '#app/http/answers/api-call.server.ts';
import { NOTIFICATION_CALLS } from '#app/notifications/api-calls.server.ts';
import { PAYMENT_CALLS } from '#app/payments/api-calls.server.ts';
import { PEOPLE_CALLS } from '#app/people/api-calls.server.ts';
import { PICTURE_CALLS } from '#app/pictures/api-calls.server.ts';
import { REQUEST_CALLS } from '#app/requests/api-calls.server.ts';
import { ROOM_CALLS } from '#app/rooms/api-calls.server.ts';
import { ERROR_STATUS, type ErrorCode, errorSchema } from '#protocol/errors.ts';

const DESCRIPTION = [
  'Every error is `{code, fields?, current?}`: `fields` names what is wrong (INVALID_DATA, ALREADY_EXISTS), `current` is',
  'the row as it is now (STALE). A body without a Content-Length is TOO_LARGE with the status 411. A bearer token wins',
  'over the cookie; a request with the cookie must come from our own pages if it changes anything.',
].join(' ');

function makeDocument(): oas31.OpenAPIObject {
  const entities = ENTITIES.map(entityCalls);
  const calls: ApiCalls = {
    ...ACCOUNT_CALLS,
    ...CONTENT_CALLS,
    ...DEVELOPER_CALLS,
    ...PEOPLE_CALLS,
    ...BOOKING_CALLS,
    ...NOTIFICATION_CALLS,
    ...PAYMENT_CALLS,
    ...PICTURE_CALLS,
    ...REQUEST_CALLS,
    ...FREE_CALL_CALLS,
    ...ROOM_CALLS,
    ...Object.fromEntries(entities.flatMap((entity) => Object.entries(entity.calls))),
  };
  const schemas = Object.fromEntries(entities.flatMap((entity) => Object.entries(entity.schemas)));
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'API',
      version: '1',
      description: DESCRIPTION,
    },
    security: [{}, { bearer: [] }, { cookie: [] }],
    components: {
      schemas: { Error: errorSchema, ...schemas },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'JSESSIONID',
          description: 'Over HTTPS a login sets it as `__Host-JSESSIONID`, which takes precedence.',
        },
      },
    },
    paths: pathsOf(calls),
  });
}

/** Code that any call may return: the database or the storage is unavailable. */
const ANY_TIME: readonly ErrorCode[] = ['UNAVAILABLE'];

function pathsOf(calls: ApiCalls): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const [operationId, call] of Object.entries(calls)) {
    const [method = '', path = ''] = call.at.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(operationId, call) };
  }
  return paths;
}

function operationOf(operationId: string, call: ApiCall): ZodOpenApiOperationObject {
  const { tag, summary, description, params, query, body, form } = call;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    requestParams: { ...(params && { path: params }), ...(query && { query }) },
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': { schema: body } },
      },
    }),
    ...(form && { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }),
    responses: { ...success(call), ...refusals(new Set([...call.refuses, ...ANY_TIME])) },
  };
}

function success({ answer }: ApiCall): ZodOpenApiResponsesObject {
  const { description } = answer;
  if ('file' in answer) {
    return {
      200: { description, content: { [answer.file]: {} } },
      304: { description: 'The browser has it already' },
    };
  }
  const { schema, status = 200, headers } = answer;
  return { [status]: { description, headers, content: { 'application/json': { schema } } } };
}

/** Statuses whose responses say when to try again. */
const WAITS = new Set<number>([ERROR_STATUS.RATE_LIMITED, ERROR_STATUS.UNAVAILABLE]);
const retryHeaders = z.object({ 'Retry-After': z.int().meta({ description: 'Seconds' }) });

/** Refusals by status. `server/body-limit.ts` refuses a body without a Content-Length as TOO_LARGE with 411. */
function refusals(codes: ReadonlySet<ErrorCode>): ZodOpenApiResponsesObject {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    for (const status of code === 'TOO_LARGE' ? [411, 413] : [ERROR_STATUS[code]]) {
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
  }
  const one = (status: number, codes: ErrorCode[]) => ({
    description: codes.join(', '),
    ...(WAITS.has(status) && { headers: retryHeaders }),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code: { enum: codes } } }],
        },
      },
    },
  });
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, one(status, codes)]));
}

/** The OpenAPI document of the whole HTTP API, generated once from the schemas its routes use. */
export const openApi = makeDocument();
