import { z } from 'zod';
import { StripeError } from './errors.ts';

/** A failure to apply to matching requests. */
export const failureSchema = z
  .strictObject({
    /** Number of requests that fail. */
    times: z.int().min(1).default(1),
    method: z.enum(['GET', 'POST', 'DELETE']).optional(),
    /** Regular expression that the path must match. Default: any path. */
    path: z
      .string()
      .default('')
      .transform((pattern, context) => {
        try {
          return new RegExp(pattern);
        } catch {
          context.addIssue('must be a regular expression');
          return z.NEVER;
        }
      }),
    /** Status of the answer, in place of the real one. */
    status: z.union([z.literal(402), z.literal(409), z.literal(429), z.literal(500)]).optional(),
    /** Cuts the connection instead of answering. */
    cut: z.literal(true).optional(),
    /** Whether the request takes effect: `after` fails it once its work is done. */
    when: z.enum(['before', 'after']).default('before'),
    /**
     * Whether the idempotency key returns this error from now on, as Stripe does with errors that occurred during the
     * work.
     */
    remember: z.boolean().default(false),
  })
  .refine(({ status, cut }) => (status === undefined) === (cut === true), 'either status or cut');

type Failure = z.infer<typeof failureSchema>;

const ERRORS = {
  402: () =>
    new StripeError(402, 'card_error', 'Your card was declined.', {
      code: 'card_declined',
      decline_code: 'generic_decline',
    }),
  409: () =>
    new StripeError(409, 'idempotency_error', 'There is another request in progress with this key.', {
      code: 'idempotency_key_in_use',
    }),
  429: () =>
    new StripeError(429, 'invalid_request_error', 'Too many requests hit the API too quickly.', {
      code: 'rate_limit',
    }),
  500: () => new StripeError(500, 'api_error', 'An unknown error occurred.'),
};

/** Failures requested by tests. */
export class Failures {
  #waiting: Failure[] = [];

  add(failure: Failure): void {
    this.#waiting.push(failure);
  }

  clear(): void {
    this.#waiting = [];
  }

  /** The failure for this request, which is used up. */
  next(method: string, path: string): Failure | undefined {
    const failure = this.#waiting.find(
      (waiting) => (waiting.method ?? method) === method && waiting.path.test(path),
    );
    if (failure && --failure.times === 0) this.#waiting = this.#waiting.filter((other) => other !== failure);
    return failure;
  }
}

export function errorOf({ status }: Failure): StripeError | undefined {
  return status === undefined ? undefined : ERRORS[status]();
}
