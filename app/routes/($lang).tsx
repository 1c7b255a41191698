import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { ErrorPage } from '#app/components/error-page.tsx';
import { languageOfPrefix } from '#app/i18n/languages.ts';

/** Refuses a first segment that is no language; holds all pages, so that an error shows inside the site's frame. */
export function loader({ params }: LoaderFunctionArgs) {
  if (languageOfPrefix(params.lang) === null) throw new Response(null, { status: 404 });
  return null;
}

export default function LocalisedPages() {
  return <Outlet />;
}

export { ErrorPage as ErrorBoundary };
