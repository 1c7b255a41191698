import { DrizzleQueryError } from 'drizzle-orm';
import postgres from 'postgres';

/** An error as logged. `stack` has the frames without the message. */
export type ErrorDescription = {
  type: string;
  message: string;
  stack?: string;
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
  [detail: string]: unknown;
};

/**
 * Properties that describe the failure, never the data sent. All others are left out: libraries attach queries, bodies,
 * addresses.
 */
const DETAILS = [
  'code',
  'syscall',
  'address',
  'port',
  'status',
  'responseCode',
  'severity',
  'routine',
  'table_name',
  'column_name',
  'constraint_name',
];
/** Causes may be circular. */
const MAX_DEPTH = 5;

/**
 * Serialises a thrown value for the log of either server process, without values from a request or a row: room codes,
 * addresses, hashes. Parameters of queries and PostgreSQL's `detail` (the values of a violated key) are left out;
 * values quoted in a message by PostgreSQL or the JSON parser are masked.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: messageOfOther(error) };
  const { cause, stack = '' } = error;
  const inner = depth < MAX_DEPTH ? innerErrors(error, cause, depth) : {};
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...detailsOf(error),
    stack: framesOf(stack, error.message),
    ...inner,
  };
}

function innerErrors(error: Error, cause: unknown, depth: number): Partial<ErrorDescription> {
  return {
    ...(cause !== undefined && { cause: describeError(cause, depth + 1) }),
    ...(error instanceof AggregateError && {
      errors: error.errors.map((each) => describeError(each, depth + 1)),
    }),
  };
}

function messageOf(error: Error): string {
  // The error's own message contains the parameters; the query has placeholders instead.
  if (error instanceof DrizzleQueryError) return `Failed query: ${error.query}`;
  // Class 22, data exceptions: `invalid input syntax for type uuid: "…"`.
  const quotesValues =
    error instanceof postgres.PostgresError ? error.code.startsWith('22') : error instanceof SyntaxError;
  return quotesValues ? error.message.replace(/".*"/s, '"…"') : error.message;
}

/** Remix's error for an unknown page contains its path, which may include a room code. */
function messageOfOther(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null)
    return typeof thrown === 'string' ? thrown : String(thrown);
  return 'status' in thrown ? `status ${String(thrown.status)}` : 'not an error';
}

function detailsOf(error: Error): Record<string, unknown> {
  const own = Object.entries(error).filter(
    ([name, value]) => DETAILS.includes(name) && ['string', 'number'].includes(typeof value),
  );
  return Object.fromEntries(own);
}

function framesOf(stack: string, message: string): string {
  const at = stack.indexOf(message);
  return at < 0 ? '' : stack.slice(at + message.length).trimStart();
}
