import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, type ShouldRevalidateFunction } from '@remix-run/react';
import { ErrorPage } from '#app/components/error-page.tsx';
import { languageOfPrefix } from '#app/i18n/languages.ts';

/** Refuses a first segment that is no language; holds all pages, so that an error shows inside the site's frame. */
export function loader({ params }: LoaderFunctionArgs) {
  if (languageOfPrefix(params.lang) === null) throw new Response(null, { status: 404 });
  return null;
}

/** Only the language can be wrong; going from page to page in one language asks nothing. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentParams, nextParams }) =>
  currentParams.lang !== nextParams.lang;

export default function LocalisedPages() {
  return <Outlet />;
}

export { ErrorPage as ErrorBoundary };
