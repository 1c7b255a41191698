import { useRouteLoaderData } from '@remix-run/react';
import type { HeaderUser } from '#app/accounts/signed-in.server.ts';
import type { SiteLinks } from './links.server.ts';
import type { Theme } from './theme.server.ts';

/** What every page gets from the root's loader. */
export type RootData = {
  /** The site's own address, as in `https://panocall.example`. */
  origin: string;
  /** Null: as the system has it. */
  theme: Theme | null;
  links: SiteLinks;
  signedIn: HeaderUser | null;
};

/** For the `meta` of routes. */
export type RootLoader = () => Promise<RootData>;

/** Undefined where the root itself could not be loaded. */
export function useRootData() {
  return useRouteLoaderData<RootLoader>('root');
}
