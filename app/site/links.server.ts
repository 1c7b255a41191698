import { like, or } from 'drizzle-orm';
import { z } from 'zod';
import { db } from '#app/platform/database.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { parameter } from '#db/schema/index.ts';

type SiteLink = { name: string; href: string };

/** External links of the footer. `{language}` in a URL is replaced by the page's, e.g. `es`. */
export type SiteLinks = { social: SiteLink[]; stores: SiteLink[] };

type Known = {
  /** The parameter with which an administrator overrides the URL; an empty one removes the link. */
  parameter: string;
  name: string;
  /** The default; null: no link. */
  href: string | null;
};

const SOCIAL: readonly Known[] = [
  { parameter: 'social-twitter', name: 'Twitter', href: 'https://twitter.com/panocall' },
  { parameter: 'social-facebook', name: 'Facebook', href: 'https://www.facebook.com/panocall' },
  { parameter: 'social-youtube', name: 'YouTube', href: 'https://www.youtube.com/@panocall' },
  { parameter: 'social-instagram', name: 'Instagram', href: null },
  { parameter: 'social-vimeo', name: 'Vimeo', href: null },
  { parameter: 'social-twitch', name: 'Twitch', href: null },
  { parameter: 'social-tiktok', name: 'TikTok', href: null },
];

const STORES: readonly Known[] = [
  {
    parameter: 'store-android',
    name: 'Android',
    href: 'https://play.google.com/store/apps/details?id=app.panocall&hl={language}',
  },
  { parameter: 'store-ios', name: 'iOS', href: 'https://apps.apple.com/app/panocall?l={language}' },
];

/** How long pages may show old values after a change. */
const KEPT_MS = 10_000;
let kept: { links: Promise<SiteLinks>; until: number } | undefined;

/** Cached, so that not every page queries the database. */
export function siteLinks(): Promise<SiteLinks> {
  if (!kept || kept.until < Date.now()) kept = { links: readSiteLinks(), until: Date.now() + KEPT_MS };
  return kept.links;
}

async function readSiteLinks(): Promise<SiteLinks> {
  const rows = await db
    .select({ name: parameter.name, value: parameter.value })
    .from(parameter)
    .where(or(like(parameter.name, 'social-%'), like(parameter.name, 'store-%')))
    .catch((error: unknown) => {
      // The footer must not make a page fail.
      logger.error({ err: error }, 'parameters of the footer not read');
      return [];
    });
  const set = new Map(rows.map(({ name, value }) => [name, value.trim()]));
  const linked = (known: readonly Known[]) =>
    known.flatMap(({ parameter, name, href }) => {
      const address = webAddress.safeParse(set.get(parameter) ?? href);
      return address.success ? [{ name, href: address.data }] : [];
    });
  return { social: linked(SOCIAL), stores: linked(STORES) };
}

/** Excludes `javascript:` and the like. */
const webAddress = z.url({ protocol: /^https?$/ });
