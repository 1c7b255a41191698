import { z } from 'zod';

/** Placeholder base URL, to detect URLs that leave the site. */
const HERE = 'http://here.invalid';

/**
 * Path of this site, with query string and hash, parsed as browsers do: they treat `\` as `/` and drop tabs and line
 * breaks, which turns some paths into URLs of other sites. Null if it leads elsewhere.
 */
export function ownPath(path: string): string | null {
  const url = path.startsWith('/') ? URL.parse(path, HERE) : null;
  // `/x/..//example.org` has been normalised to `//example.org` here.
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}

/** Parses a path of this site that a client sent. */
export const ownPathSchema = z
  .string()
  .max(2048)
  .transform((path, context) => {
    const own = ownPath(path);
    if (own !== null) return own;
    context.addIssue('must be a path of this site');
    return z.NEVER;
  });

/** The path if it belongs to this site, else the home page in the language of `home`. */
export function ownPathOrHome(home: string, path: unknown): string {
  return ownPathSchema.safeParse(path).data ?? home;
}
