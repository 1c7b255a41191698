import type { LoaderFunctionArgs } from '@remix-run/node';
import { redirect } from '#app/http/redirect.server.ts';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';

export function loader({ request }: LoaderFunctionArgs) {
  return redirect(localePath('/personal/account', languageOfPath(new URL(request.url).pathname)));
}
