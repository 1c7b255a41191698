import { z } from 'zod';
import type { ErrorCode } from '#protocol/errors.ts';

/**
 * One call of the HTTP API. Its route and the OpenAPI document use the same schemas, so they cannot diverge.
 */
export type ApiCall = {
  /** Method and path, with parameters in braces. */
  at: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`;
  tag: string;
  summary: string;
  description?: string;
  /** Path parameters. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** A JSON body. */
  body?: z.ZodType;
  /** A multipart form body. */
  form?: z.ZodObject;
  answer: JsonAnswer | FileAnswer;
  /**
   * Codes of its possible errors, besides UNAVAILABLE, which any call may return; `ERROR_STATUS` has their statuses.
   */
  refuses: readonly ErrorCode[];
};

export type ApiCalls = Record<string, ApiCall>;

export type JsonAnswer<Schema extends z.ZodType = z.ZodType> = {
  description: string;
  /**
   * Output type: what services return. JSON: what is sent. A time is a `Date` in the former, ISO 8601 in the latter.
   */
  schema: Schema;
  /** Default: 200 */
  status?: 201;
  headers?: z.ZodObject;
};

/** A file, e.g. of `image/webp`; 304 if the browser has it cached. */
export type FileAnswer = { description: string; file: string };

/** A response without data. */
export const done = (description: string) => ({ description, schema: z.object({}) });

/**
 * For calls with a body: not JSON or a form; does not match the schema; too long, or without Content-Length.
 */
export const BODY_REFUSALS = ['BAD_MESSAGE', 'INVALID_DATA', 'TOO_LARGE'] as const;
/** For calls that change data. */
export const WRITE_REFUSALS = ['NOT_SIGNED_IN', 'CROSS_SITE', 'ADDRESS_BLOCKED', 'RATE_LIMITED'] as const;
