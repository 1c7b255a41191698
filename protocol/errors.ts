import { z } from 'zod';
import { type Problem, problemOf } from './problem.ts';

/**
 * Every error of the web server and the media server, and its HTTP status. The message shown to people is in the
 * `errors.json` of each language under the same code.
 */
export const ERROR_STATUS = {
  /** Not JSON, or not a request envelope. */
  BAD_MESSAGE: 400,
  /** Unknown request name. */
  UNKNOWN_MESSAGE: 400,
  /** The data does not match the schema; `fields` names the problems. */
  INVALID_DATA: 400,
  TOO_LARGE: 413,
  /** The body of an upload did not arrive in time. */
  TOO_SLOW: 408,
  /** Any other request before `login`. */
  NOT_LOGGED_IN: 401,
  ALREADY_LOGGED_IN: 409,
  UNSUPPORTED_VERSION: 426,
  /** The ticket is forged, expired, for another room or of a suspended account. */
  TICKET_INVALID: 401,
  /** The seat is no longer kept; a new ticket is needed. */
  RESUME_INVALID: 401,
  /** Unknown room code, or that of a room reserved for others. */
  CODE_INVALID: 404,
  /** No guest entered with this room code in time. */
  CODE_EXPIRED: 410,
  /** The room with this code was closed, or its call is over. */
  CODE_USED: 410,
  /** The room has ended. */
  CHANNEL_ENDED: 410,
  /** Both seats are taken, or this seat is someone else's. */
  SEAT_TAKEN: 403,
  /** Reserved for the other seat, or for people with another role. */
  FORBIDDEN: 403,
  /** An administrator has blocked the sender's network. */
  ADDRESS_BLOCKED: 403,
  /** Not possible in the channel's current status. */
  WRONG_STATE: 409,
  /** Somebody else has booked the time, or it is no longer offered. */
  SLOT_TAKEN: 409,
  /** The price differs from the one shown to the person: `current` is the new one. */
  PRICE_CHANGED: 409,
  /** There is no card to pay with. */
  CARD_NEEDED: 402,
  /** The bank refuses the card, or it cannot be used for this. */
  CARD_REFUSED: 402,
  /** Stripe does not pay out to the streamer yet, or not an amount this small. */
  NOT_PAYABLE: 409,
  /** Unknown transport, producer or consumer; or a row that does not exist or is not visible to the requester. */
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  /** Requires a login. */
  NOT_SIGNED_IN: 401,
  /** Another account has logged in since the form was filled in. */
  OTHER_ACCOUNT: 409,
  /** A sensitive action, and the person's last proof of identity is too old: ask for their password, then try again. */
  CONFIRM_AGAIN: 403,
  /** The same for any failed login. */
  WRONG_CREDENTIALS: 401,
  /** The password is right; the account also asks for a code or a passkey. */
  SECOND_FACTOR_NEEDED: 401,
  /** A code of an authenticator app or a recovery code that is wrong, expired or used. */
  WRONG_CODE: 401,
  /** Not signed for this site, not for the latest challenge of this browser, or by an unknown passkey. */
  PASSKEY_REFUSED: 401,
  /** An administrator has no authority until they have set up a second factor. */
  SECOND_FACTOR_DEMANDED: 403,
  /** An administrator has suspended the account whose password was right; `reason` says why. */
  ACCOUNT_SUSPENDED: 403,
  /** A link from an email that was used, has expired or never existed. */
  LINK_INVALID: 410,
  /** Someone else saved the row first; `current` in the response is the current row. */
  STALE: 409,
  /** A duplicate; `fields` names where. */
  ALREADY_EXISTS: 409,
  /** The account has as many of these as it may have: `current.limit`. */
  TOO_MANY: 409,
  /** Other rows depend on it. */
  IN_USE: 409,
  /** Not a supported picture; in a call, a codec that the receiver lacks. */
  UNSUPPORTED_MEDIA: 415,
  RATE_LIMITED: 429,
  /** An account or a network has as many rooms as it may; `fields` names the limit: `waiting` or `open`. */
  TOO_MANY_ROOMS: 429,
  CROSS_SITE: 403,
  SERVER_ERROR: 500,
  /** No media server is running, or none takes this room; or Stripe does not answer. */
  UNAVAILABLE: 503,
  /** All media servers are at their capacity of rooms, apart from what is kept for booked and paid calls. */
  FULL: 503,
  /** The site has no connection to Stripe. */
  PAYMENTS_OFF: 501,
  /** The site has no keys for push messages. */
  PUSH_OFF: 501,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

const codes = Object.keys(ERROR_STATUS).filter((code): code is ErrorCode => code in ERROR_STATUS);

export const priceSchema = z.object({ amount: z.int(), currency: z.string() });
/** In the currency's smallest unit. */
export type Price = z.infer<typeof priceSchema>;
/** Fees of several bookings, one for each currency. */
export const feesSchema = z.array(priceSchema).max(20);

export const errorSchema = z.object({
  code: z.enum(codes),
  /** For INVALID_DATA and ALREADY_EXISTS: a dotted path and what is wrong there. For TOO_MANY_ROOMS: the limit. */
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** For STALE: the current row; for PRICE_CHANGED: the current `amount` and `currency`, or `fees`; for TOO_MANY: `limit`. */
  current: z.record(z.string(), z.unknown()).optional(),
  /** For ACCOUNT_SUSPENDED: the administrator's text. */
  reason: z.string().optional(),
});

/** Header of our pages' requests, and of refusals that are then answered with 200. */
export const QUIET = 'Panocall-Quiet';

export type ErrorBody = z.infer<typeof errorSchema>;

/** `problem` is for our own forms and is never sent. */
export type FieldError = { path: string; message: string; problem?: Problem };

/** An error that is sent to the client as its code. */
export class ProtocolError extends Error {
  readonly code: ErrorCode;
  readonly fields: readonly FieldError[] | undefined;
  readonly current: ErrorBody['current'];
  constructor(code: ErrorCode, fields?: readonly FieldError[], current?: ErrorBody['current']) {
    super(code);
    this.name = 'ProtocolError';
    this.code = code;
    this.fields = fields;
    this.current = current;
  }

  toBody(): ErrorBody {
    const { code, current } = this;
    const fields = this.fields?.map(({ path, message }) => ({ path, message }));
    return { code, ...(fields && { fields }), ...(current && { current }) };
  }
}

/** A refusal that is temporary. */
export class RetryLater extends ProtocolError {
  /** Seconds after which a retry may succeed: `Retry-After` of an HTTP response. */
  readonly afterS: number;
  constructor(
    code: 'RATE_LIMITED' | 'UNAVAILABLE' | 'FULL' | 'TOO_MANY_ROOMS',
    afterS: number,
    fields?: readonly FieldError[],
  ) {
    super(code, fields);
    this.afterS = Math.max(1, Math.ceil(afterS));
  }
}

/** A method that nobody may use at an address, and those that may be used there. */
export class MethodNotAllowed extends ProtocolError {
  readonly allowed: readonly string[];
  constructor(allowed: readonly string[]) {
    super('METHOD_NOT_ALLOWED');
    this.allowed = allowed;
  }
}

/** A log-in to a suspended account, with the right password. */
export class AccountSuspended extends ProtocolError {
  /** The administrator's text to the account's owner. */
  readonly reason: string;
  constructor(reason: string) {
    super('ACCOUNT_SUSPENDED');
    this.reason = reason;
  }

  override toBody(): ErrorBody {
    return { ...super.toBody(), reason: this.reason };
  }
}

/** Converts a failed parse into an error that names its fields. */
export function invalidData(error: z.ZodError): ProtocolError {
  return new ProtocolError(
    'INVALID_DATA',
    error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: 'Unknown field' }))
        : [{ path: issue.path.join('.'), message: issue.message, problem: problemOf(issue) }],
    ),
  );
}

/**
 * Why the media server closed a socket. Clients reconnect, with growing delays, only after `GOING_AWAY`,
 * `TOO_MANY_SOCKETS`, `FULL`, `MOVED` (with a new ticket) and codes not listed.
 */
export const CLOSE_CODES = {
  /** The server is stopping, or could not handle the login at the moment. */
  GOING_AWAY: 1001,
  /** A message is too long, or longer than a client needs before its login (RFC 6455, 7.4.1). */
  TOO_LARGE: 1009,
  /** Too many bad messages. */
  ABUSE: 4000,
  LOGIN_TIMEOUT: 4001,
  /** The login was refused; the error response says why. */
  LOGIN_REFUSED: 4002,
  /** The same person opened this seat elsewhere. */
  REPLACED: 4003,
  /** No messages for too long. */
  IDLE: 4004,
  /** The client logged out. */
  LOGGED_OUT: 4005,
  /** The client's network has too many sockets open. */
  TOO_MANY_SOCKETS: 4006,
  /** The server has as many sockets as it accepts. */
  FULL: 4007,
  /** Another media server has the room, or is to have it: a new ticket leads there. */
  MOVED: 4008,
} as const;
