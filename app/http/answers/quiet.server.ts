import { QUIET } from '#protocol/errors.ts';

/** Refusals that a page expects, as of a code or a room that is over. */
const EXPECTED: readonly number[] = [403, 404, 409, 410];

/**
 * Sends an expected refusal with 200, the same body and the header by which it is known, if the request has that header:
 * browsers log other statuses to the console as errors. Other clients get the documented status.
 */
export async function quietly(request: Request, answered: Promise<Response>): Promise<Response> {
  const response = await answered;
  if (!request.headers.has(QUIET) || !EXPECTED.includes(response.status)) return response;
  const headers = new Headers(response.headers);
  headers.set(QUIET, 'true');
  return new Response(response.body, { status: 200, headers });
}
