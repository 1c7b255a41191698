import { isRouteErrorResponse } from '@remix-run/react';
import { failureOf, NOT_REACHED } from '#app/http/answers/failure.ts';
import { BODY_BYTES } from '#app/http/bodies/body-limits.ts';
import { isLoggedOut } from '#app/http/viewers/logged-out.ts';
import type { Refusal, RefusalCode } from './refusal.ts';
import { valuesIn } from './values.ts';

/** The part of Remix's arguments that is used. */
type Args = { request: Request; serverAction: () => Promise<unknown> };

/**
 * The browser's half of `formAction`: turns a failure to reach our server, or to get its answer, into a refusal of the
 * form. Without it, Remix would replace the page and the values typed with an error page. Every route that exports a
 * `formAction` exports this.
 */
export const clientAction = clientActionWith((refusal) => refusal);

/** As `clientAction`, for pages whose action data hold more than the refusal. */
export function clientActionWith<T>(toActionData: (refusal: Refusal) => T) {
  return async ({ request, serverAction }: Args): Promise<unknown> => {
    // A request's body can be read only once.
    const sent = request.clone();
    const refuse = async (code: RefusalCode) => {
      const typed = valuesIn(await sent.formData());
      const refusal = { form: typed.intent?.[0] ?? '', code, problems: {}, typed, theirs: null };
      return Response.json(toActionData(refusal), { status: NOT_REACHED });
    };
    // The server would close the connection, which looks like no connection or, where Remix expects its data, like an
    // outage.
    if ((await request.clone().arrayBuffer()).byteLength > BODY_BYTES) return refuse('TOO_LARGE');
    try {
      return await serverAction();
    } catch (error) {
      const code = codeOf(error);
      if (!code) throw error;
      return refuse(code);
    }
  };
}

function codeOf(error: unknown): RefusalCode | null {
  if (error instanceof Response) return isLoggedOut(error.headers.get('Location')) ? 'NOT_SIGNED_IN' : null;
  return failureOf(error) ?? (isRouteErrorResponse(error) ? null : 'SERVER_ERROR');
}
