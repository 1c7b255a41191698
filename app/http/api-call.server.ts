import { z } from 'zod';
import type { ErrorCode } from '#protocol/errors.ts';

/**
 * One call of the HTTP API. Its route reads and answers with these schemas, and the OpenAPI document is made of them,
 * so that neither can say what the other does not.
 */
export type ApiCall = {
  /** Method and path, with its parameters in braces. */
  at: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`;
  tag: string;
  summary: string;
  description?: string;
  /** Parameters of the path. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** A body in JSON. */
  body?: z.ZodType;
  /** A body that is a multipart form. */
  form?: z.ZodObject;
  answer: JsonAnswer | FileAnswer;
  /** Codes of the errors that it may answer with; `ERROR_STATUS` has their statuses. */
  refuses: readonly ErrorCode[];
};

export type ApiCalls = Record<string, ApiCall>;

export type JsonAnswer<Schema extends z.ZodType = z.ZodType> = {
  description: string;
  /** Its output is what services return, its JSON what is sent: instants are a `Date` there, ISO 8601 here. */
  schema: Schema;
  /** 200 if none is given. */
  status?: 201;
  headers?: z.ZodObject;
};

/** A file, e.g. of `image/webp`; 304 where the browser has it already. */
export type FileAnswer = { description: string; file: string };

/** An answer that says no more than its status. */
export const done = (description: string) => ({ description, schema: z.object({}) });

/** Of calls with a body: no JSON or form; not what the schema says; too long, or without its length. */
export const BODY_REFUSALS = ['BAD_MESSAGE', 'INVALID_DATA', 'TOO_LARGE'] as const;
/** Of calls that change something for someone signed in. */
export const WRITE_REFUSALS = ['NOT_SIGNED_IN', 'CROSS_SITE'] as const;
