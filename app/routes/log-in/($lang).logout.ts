import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { closeSession } from '#app/accounts/log-in/log-in.server.ts';
import { redirect } from '#app/http/redirect.server.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';
import { ERROR_STATUS, ProtocolError } from '#protocol/errors.ts';

const home = (request: Request) => localePath('/', languageOfPath(new URL(request.url).pathname));

/** A GET does nothing: only a POST logs out. */
export function loader({ request }: LoaderFunctionArgs) {
  return redirect(home(request));
}

export async function action({ request }: ActionFunctionArgs) {
  try {
    const setCookie = await closeSession(request);
    return redirect(home(request), { headers: setCookie ? { 'Set-Cookie': setCookie } : {} });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new Response(null, { status: ERROR_STATUS[error.code] });
  }
}
