import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';

/** Page number in a URL, counted from 1. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1;
}

/** For loaders and actions: turns a service's refusal, mostly NOT_FOUND, into a page with its status. */
export function orNotFound(error: unknown): never {
  if (error instanceof ProtocolError) throw new Response(null, { status: ERROR_STATUS[error.code] });
  throw error;
}
