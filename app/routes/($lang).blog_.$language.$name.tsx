import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { isLanguage, localePath } from '#app/i18n/languages.ts';

/** `/blog/es/name` is the post by its language: it leads to the post's one address. */
export function loader({ request, params }: LoaderFunctionArgs) {
  const { language, name = '' } = params;
  if (!isLanguage(language)) throw new Response(null, { status: 404 });
  const path = localePath(`/blog/${encodeURIComponent(name)}`, language);
  return redirect(path + new URL(request.url).search, 301);
}

export default function PostByLanguage() {
  return null;
}
