import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { languageOfPath, localePath } from '#app/i18n/languages.ts';

export function loader({ request }: LoaderFunctionArgs) {
  return redirect(localePath('/personal/account', languageOfPath(new URL(request.url).pathname)));
}
