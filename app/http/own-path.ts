import { z } from 'zod';

/** No site; only to see whether an address leaves it. */
const HERE = 'http://here.invalid';

/**
 * A path of this site, with query string and hash, as browsers read it: they take `\` for `/` and leave out tabs and
 * line breaks, and so would follow some that look like paths to another site.
 */
export const ownPathSchema = z
  .string()
  .max(2048)
  .transform((path, context) => {
    const url = path.startsWith('/') ? URL.parse(path, HERE) : null;
    // `/x/..//example.org` has become `//example.org` by then.
    if (url?.origin === HERE && !url.pathname.startsWith('//')) return url.pathname + url.search + url.hash;
    context.addIssue('must be a path of this site');
    return z.NEVER;
  });

/** The path if it is one of this site, else the home page in the language given by `home`. */
export function ownPathOr(home: string, path: unknown): string {
  return ownPathSchema.safeParse(path).data ?? home;
}
