import type { z } from 'zod';
import { invalid } from './errors.ts';
import { wrongParameters } from './params.ts';
import type { Sandbox } from './sandbox.ts';

export interface Call<Params> {
  sandbox: Sandbox;
  /** The part `:id` of the path. */
  id: string;
  params: Params;
  /** Connected account on whose behalf the call is made: the header `stripe-account`. */
  account: string | null;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** May contain `:id`. */
  path: string;
  /**
   * Checks the parameters.
   * @returns the function that does the work
   * @throws StripeError about the parameters, before anything is done
   */
  prepare(call: Call<unknown>): () => object;
}

/**
 * Defines an endpoint. @param run does the whole work synchronously, so that requests never see each other half done
 */
export function route<Schema extends z.ZodType>(
  method: Route['method'],
  path: string,
  schema: Schema,
  run: (call: Call<z.output<Schema>>) => object,
): Route {
  return {
    method,
    path,
    prepare(call) {
      const parsed = schema.safeParse(call.params, { reportInput: true });
      if (!parsed.success) {
        throw path.startsWith('/v2/') ? wrongFields(parsed.error) : wrongParameters(parsed.error);
      }
      return () => run({ ...call, params: parsed.data });
    },
  };
}

function wrongFields({ issues: [issue] }: z.ZodError) {
  const field = issue?.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : (issue?.path ?? []);
  return invalid(`${field.join('.')}: ${issue?.message}`, { code: 'invalid_fields' });
}
