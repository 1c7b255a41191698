import { root } from '../stack/settings.ts';
import { ensureWebBuild } from '../stack/web-build.ts';

/** Vitest's global set-up: builds the site for the web server, if sources changed. */
export default function setup(): Promise<void> {
  return ensureWebBuild(root, (line) => console.log(line));
}
