import { Outlet } from '@remix-run/react';
import { ErrorPage } from '#app/site/error-page.tsx';

/** Holds all pages, so that an error shows inside the site's frame. */
export default function LocalisedPages() {
  return <Outlet />;
}

export { ErrorPage as ErrorBoundary };
