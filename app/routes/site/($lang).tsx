import { Outlet } from '@remix-run/react';
import { ErrorPage } from '#app/site/error-page.tsx';

/** Parent of all pages, so that errors are shown within the site's frame. */
export default function LocalisedPages() {
  return <Outlet />;
}

export { ErrorPage as ErrorBoundary };
