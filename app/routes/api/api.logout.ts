import type { LoaderFunctionArgs } from '@remix-run/node';
import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { closeSession } from '#app/accounts/log-in/log-in.server.ts';
import { answer, readParams } from '#app/http/answers/answer.server.ts';

const { logOut } = ACCOUNT_CALLS;

export function loader({ request }: LoaderFunctionArgs) {
  return answer(logOut, async () => {
    // The id identifies the resource, like a path parameter: an invalid one is NOT_FOUND.
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const { 'session-uuid': sessionId } = readParams(query, logOut.query);
    return { body: {}, setCookie: await closeSession(request, sessionId) };
  });
}
