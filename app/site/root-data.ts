import { useRouteLoaderData } from '@remix-run/react';
import type { HeaderUser } from '#app/accounts/sessions/signed-in.server.ts';
import type { ReaderData } from '#app/i18n/use-reader.ts';
import type { OpenCall } from '#app/rooms/open-call.server.ts';
import type { SiteLinks } from './links.server.ts';
import type { Theme } from './theme.server.ts';

/** Data of the root loader, available to every page. */
export type RootData = ReaderData & {
  /** The site's origin, e.g. `https://panocall.example`. */
  origin: string;
  /** Null: follow the system. */
  theme: Theme | null;
  /** CSS of the operator's own look. */
  style: string;
  links: SiteLinks;
  signedIn: HeaderUser | null;
  /** The viewer's paid call that has not ended. */
  call: OpenCall | null;
  /** How long the browser waits for a response of the API. */
  timeoutMs: number;
  /** Whether payments go to a sandbox or to Stripe's test mode. */
  testPayments: boolean;
};

/** For the `meta` of routes. */
export type RootLoader = () => Promise<RootData>;

/** The root loader's data; undefined if it failed to load. */
export function useRootData() {
  return useRouteLoaderData<RootLoader>('root');
}
