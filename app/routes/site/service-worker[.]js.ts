import { currentParameters } from '#app/platform/parameters.server.ts';
import source from '#app/site/service-worker-source.js?raw';

/** GET /service-worker.js. Browsers install it again when its bytes change, also with the operator's name or look. */
export async function loader() {
  const { text } = await currentParameters();
  const site = { name: text('site-name'), logo: text('site-logo'), colour: text('site-colour') };
  return new Response(`self.SITE = ${JSON.stringify(site)};\n${source}`, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache' },
  });
}
