import type { LoaderFunctionArgs } from '@remix-run/node';
import { redirect } from '#app/http/redirect.server.ts';
import { isLanguage, localePath } from '#app/i18n/languages.ts';

/** `/blog/es/name` redirects to the post's canonical URL. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const { language, name = '' } = params;
  if (!isLanguage(language)) throw new Response(null, { status: 404 });
  const path = localePath(`/blog/${encodeURIComponent(name)}`, language);
  return redirect(path + new URL(request.url).search, 301);
}

export default function PostByLanguage() {
  return null;
}
