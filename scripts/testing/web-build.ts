import { root } from '../stack/settings.ts';
import { ensureWebBuild } from '../stack/web-build.ts';

/** Vitest's global set-up: the web server serves what was built of the present sources. */
export default function setup(): Promise<void> {
  return ensureWebBuild(root, (line) => console.log(line));
}
