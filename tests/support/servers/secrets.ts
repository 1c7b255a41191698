import { recordSecret } from '#scripts/testing/secrets.ts';

/** Fields in requests, responses and URLs whose values no log may contain. */
const SECRET_FIELD = /password|token|ticket|email|^(host|guest)Key$/i;

/** Records secret fields at any depth of a body. */
export function recordFields(body: unknown): void {
  if (body instanceof URLSearchParams || body instanceof FormData) {
    for (const [name, value] of body) recordField(name, value);
  } else if (typeof body === 'object' && body !== null) {
    for (const [name, value] of Object.entries(body)) recordField(name, value);
  }
}

function recordField(name: string, value: unknown): void {
  if (typeof value === 'object') recordFields(value);
  else if (typeof value === 'string' && SECRET_FIELD.test(name)) recordSecret(value);
}

/** Records access tokens in the headers of a request or response. */
export function recordHeaders(headers: Headers): void {
  const token = headers.get('Auth-Token');
  if (token) recordSecret(token);
  const bearer = /^Bearer (.+)$/.exec(headers.get('Authorization') ?? '')?.[1];
  if (bearer) recordSecret(bearer);
}
