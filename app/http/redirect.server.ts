// biome-ignore lint/style/noRestrictedImports: all other code uses the function below
import { redirect as redirectAnywhere, type TypedResponse } from '@remix-run/node';
import { ownPath } from './own-path.ts';

/**
 * Redirects to a path of this site, whichever parts of it a client sent; the site has no other redirect. A path a
 * browser would resolve to another site becomes the home page.
 * @param path with query string and hash
 */
export function redirect(path: string, init?: number | ResponseInit): TypedResponse<never> {
  return redirectAnywhere(ownPath(path) ?? '/', init);
}
