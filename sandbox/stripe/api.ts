import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Stripe from 'stripe';
import { z } from 'zod';
import { parseForm, readBody } from './body.ts';
import { control } from './control.ts';
import { invalid, StripeError } from './errors.ts';
import { expand } from './expand.ts';
import { errorOf, Failures } from './failures.ts';
import { type Answer, Answers } from './idempotency.ts';
import { newId } from './ids.ts';
import type { Journal } from './journal.ts';
import { findObject, ROUTES } from './resources/all.ts';
import type { Route } from './route.ts';
import type { Sandbox } from './sandbox.ts';

const ENDPOINTS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(':id', '([^/]+)')}$`),
}));

const expandSchema = z.array(z.string()).default([]);

/** Answers requests of Stripe's clients, and of tests under `/_sandbox/`. */
export class Api {
  readonly #sandbox: Sandbox;
  readonly #journal: Journal;
  readonly #key: string;
  readonly #answers: Answers;
  readonly #failures = new Failures();

  /** @param key the secret key that requests must present */
  constructor(sandbox: Sandbox, journal: Journal, key: string) {
    this.#sandbox = sandbox;
    this.#journal = journal;
    this.#key = key;
    this.#answers = new Answers(sandbox.state);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const { pathname } = new URL(url, 'http://localhost');
    if (pathname === '/healthcheck') {
      response.end('ok');
      return;
    }
    const body = await readBody(request);
    if (pathname.startsWith('/_sandbox/')) {
      const reply = await control(this.#sandbox, this.#failures, request, body);
      await this.#journal.save(this.#sandbox.state);
      send(response, reply.status, JSON.stringify(reply.body));
      return;
    }
    const requestId = newId('req', 7);
    response.setHeader('request-id', requestId);
    const failure = this.#failures.next(method, pathname);
    if (failure?.cut && failure.when === 'before') {
      request.socket.destroy();
      return;
    }
    const wrong = failure && errorOf(failure);
    const answer = this.#answer(
      request,
      pathname,
      body,
      requestId,
      response,
      wrong && { error: wrong, ...failure },
    );
    await this.#journal.save(this.#sandbox.state);
    if (failure?.cut) request.socket.destroy();
    else send(response, answer.status, answer.body);
  }

  /** Does the work, or repeats the answer to an earlier request with the same idempotency key. */
  #answer(
    request: IncomingMessage,
    path: string,
    body: string,
    requestId: string,
    response: ServerResponse,
    wrong: { error: StripeError; when: 'before' | 'after'; remember: boolean } | undefined,
  ): Answer {
    const { method = '', headers, url = '' } = request;
    const v2 = path.startsWith('/v2/');
    const key = method === 'GET' ? undefined : one(headers['idempotency-key']);
    const attempt = { key: key ?? '', method, path, body };
    const keep = (answer: Answer) => {
      if (key !== undefined) this.#answers.keep(attempt, answer, this.#sandbox.clock.now());
      return answer;
    };
    const refused = (error: unknown) => refusal(error, v2, `${method} ${path} failed`);
    let work: () => object;
    try {
      this.#authenticate(headers);
      this.#sandbox.passTime();
      if (key !== undefined) response.setHeader('idempotency-key', key);
      const known = key === undefined ? undefined : this.#answers.find(attempt);
      if (known) {
        response.setHeader('idempotent-replayed', 'true');
        return known;
      }
      if (wrong?.when === 'before') throw wrong.error;
      work = this.#prepare(method, path, parameters(method, url, body, v2), one(headers['stripe-account']));
    } catch (error) {
      const answer = refused(error);
      // Nothing has been done, so the answer is not stored, unless a test asks for it.
      return wrong?.remember && error === wrong.error ? keep(answer) : answer;
    }
    this.#sandbox.cause = { id: requestId, idempotency_key: key ?? null };
    try {
      const answer = { status: 200, body: JSON.stringify(work()) };
      if (!wrong) return keep(answer);
      keep(wrong.remember ? refused(wrong.error) : answer);
      return refused(wrong.error);
    } catch (error) {
      const answer = refused(error);
      // Version 2 repeats the work of a failed request.
      return v2 ? answer : keep(answer);
    } finally {
      this.#sandbox.cause = null;
    }
  }

  #prepare(method: string, path: string, given: Record<string, unknown>, account: string | undefined) {
    const { route, id } = findRoute(method, path);
    const { expand: paths, ...params } = given;
    const expanded = expandSchema.safeParse(paths);
    if (!expanded.success) throw invalid('Invalid array', { param: 'expand' });
    const work = route.prepare({ sandbox: this.#sandbox, id, params, account: account ?? null });
    return () => {
      const answer = work();
      expand(answer, expanded.data, (object) => findObject(this.#sandbox, object));
      return answer;
    };
  }

  #authenticate({ authorization, ...headers }: IncomingMessage['headers']): void {
    const given = authorization?.replace(/^Bearer /, '') ?? '';
    if (!equal(given, this.#key)) {
      throw new StripeError(
        401,
        'invalid_request_error',
        `Invalid API Key provided: ${given.slice(0, 8)}***`,
      );
    }
    const version = one(headers['stripe-version']);
    if (version !== undefined && version !== Stripe.API_VERSION) {
      throw invalid(`Invalid Stripe API version: ${version}. The sandbox speaks ${Stripe.API_VERSION}.`);
    }
  }
}

function findRoute(method: string, path: string): { route: Route; id: string } {
  for (const { route, pattern } of ENDPOINTS) {
    const match = route.method === method ? pattern.exec(path) : null;
    if (match) return { route, id: decodeURIComponent(match[1] ?? '') };
  }
  const message = `Unrecognized request URL (${method}: ${path}). The sandbox knows only what Panocall uses.`;
  throw new StripeError(404, 'invalid_request_error', message);
}

const objectSchema = z.record(z.string(), z.unknown());

/** Parameters of the query and the body. */
function parameters(method: string, url: string, body: string, v2: boolean): Record<string, unknown> {
  const query = parseForm(url.split('?')[1] ?? '');
  if (method === 'GET' || body === '') return query;
  if (!v2) return { ...query, ...parseForm(body) };
  try {
    return { ...query, ...objectSchema.parse(JSON.parse(body)) };
  } catch {
    throw invalid('The body must be a JSON object.', { code: 'invalid_fields' });
  }
}

function refusal(error: unknown, v2: boolean, what: string): Answer {
  if (error instanceof StripeError) return { status: error.status, body: JSON.stringify(error.body(v2)) };
  process.stderr.write(`Payment sandbox: ${what}: ${error instanceof Error ? error.stack : error}\n`);
  const body = new StripeError(500, 'api_error', 'The sandbox failed; see its log.').body(v2);
  return { status: 500, body: JSON.stringify(body) };
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'stripe-version': Stripe.API_VERSION,
  });
  response.end(body);
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function equal(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
