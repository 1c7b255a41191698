// biome-ignore lint/style/noRestrictedImports: everything else redirects by the function below
import { redirect as redirectAnywhere, type TypedResponse } from '@remix-run/node';
import { ownPath } from './own-path.ts';

/**
 * The only way in which the site redirects: to a path of its own, whatever parts of it a client sent. A target that a
 * browser would take for another site becomes the home page.
 * @param path with query string and hash
 */
export function redirect(path: string, init?: number | ResponseInit): TypedResponse<never> {
  return redirectAnywhere(ownPath(path) ?? '/', init);
}
