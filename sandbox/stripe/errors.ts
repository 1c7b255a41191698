/** Properties of a Stripe error besides its type and message. */
interface Details {
  code?: string;
  /** The invalid parameter. */
  param?: string;
  decline_code?: string;
  payment_intent?: object;
  payment_method?: object;
  charge?: string;
}

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** A Stripe error response. */
export class StripeError extends Error {
  readonly status: number;
  readonly type: ErrorType;
  readonly details: Details;

  constructor(status: number, type: ErrorType, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.details = details;
  }

  /** @param v2 in the format of the API's version 2, which has no `param` */
  body(v2: boolean): object {
    const { type, message, details } = this;
    return { error: v2 ? { type, message, code: details.code } : { type, message, ...details } };
  }
}

export function invalid(message: string, details: Details = {}): StripeError {
  return new StripeError(400, 'invalid_request_error', message, details);
}

/**
 * @param kind as in Stripe's messages, e.g. `customer`
 * @param param of a request that only mentions the object; omit it for a request to the object's own URL
 */
export function missing(kind: string, id: string, param?: string): StripeError {
  return new StripeError(param ? 400 : 404, 'invalid_request_error', `No such ${kind}: '${id}'`, {
    code: 'resource_missing',
    param: param ?? 'id',
  });
}
