import { createHash } from 'node:crypto';
import { StripeError } from './errors.ts';
import { find, type State } from './state.ts';

export interface Answer {
  status: number;
  body: string;
}

interface Attempt {
  /** The idempotency key. */
  key: string;
  method: string;
  path: string;
  /** The body as sent. */
  body: string;
}

/** Answers to the idempotency keys of the last 24 hours. */
export class Answers {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /**
   * The first answer to this key, if any.
   * @throws StripeError if it answered a different request
   */
  find({ key, method, path, body }: Attempt): Answer | undefined {
    const known = find(this.#state.answers, idOf(key, path));
    if (!known) return undefined;
    const { endpoint, parameters } = known;
    if (endpoint === `${method} ${path}` && parameters === hash(body)) return known;
    const what =
      endpoint === `${method} ${path}`
        ? 'with the same parameters they were first used with'
        : `for the same endpoint they were first used for ('${endpoint.split(' ')[1]}')`;
    throw new StripeError(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used ${what}. Try using a key other than '${key}' if you meant to execute a different request.`,
    );
  }

  keep({ key, method, path, body }: Attempt, answer: Answer, now: number): void {
    const id = idOf(key, path);
    const endpoint = `${method} ${path}`;
    this.#state.answers[id] = { id, created: now, endpoint, parameters: hash(body), ...answer };
  }
}

/** The API's two versions have separate keys. */
function idOf(key: string, path: string): string {
  return `${path.split('/')[1]} ${key}`;
}

function hash(body: string): string {
  return createHash('sha256').update(body).digest('base64url');
}
