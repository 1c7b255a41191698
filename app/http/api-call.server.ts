import { z } from 'zod';
import { errorSchema } from '#protocol/errors.ts';

/** Parts of an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html); its schemas are JSON Schema. */
export type Json = Record<string, unknown>;

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Json[];
  requestBody?: Json;
  responses: Record<number, Json>;
};

/** Any text. */
export const word: Json = { type: 'string' };
export const uuid: Json = { type: 'string', format: 'uuid' };

export const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

export function toJson(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}

export function parameter(name: string, place: 'query' | 'path', schema: Json): Json {
  return { name, in: place, required: place === 'path', schema };
}

export const content = (schema: Json, type = 'application/json'): Json => ({ [type]: { schema } });

export const body = (schema: Json, type?: string): Json => ({
  required: true,
  content: content(schema, type),
});

export const jsonAnswer = (description: string, schema: Json): Json => ({
  description,
  content: content(schema),
});

export const answers = (description: string, schema: z.ZodType) =>
  jsonAnswer(description, toJson(schema, 'output'));

/** An answer that says no more than that. */
export const done = (description: string): Json =>
  jsonAnswer(description, { type: 'object', maxProperties: 0 });

const REFUSALS = {
  400: 'INVALID_DATA, naming the fields; or BAD_MESSAGE: no JSON',
  401: 'NOT_SIGNED_IN; at login WRONG_CREDENTIALS',
  403: 'FORBIDDEN; or CROSS_SITE: another site sent the browser here',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  409: 'ALREADY_EXISTS, naming the fields; STALE, with the present row; or IN_USE',
  410: 'LINK_INVALID',
  411: 'TOO_LARGE: the body does not say how long it is',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
} as const;

export function refusals(...statuses: (keyof typeof REFUSALS)[]): Record<number, Json> {
  return Object.fromEntries(statuses.map((status) => [status, jsonAnswer(REFUSALS[status], ref('Error'))]));
}

export const errorJson = () => toJson(errorSchema, 'output');
