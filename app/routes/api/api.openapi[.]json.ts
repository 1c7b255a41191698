import { siteName } from '#app/i18n/site-name.ts';
import { openApi } from '#app/site/api/openapi.server.ts';

/** GET /api/openapi.json → the OpenAPI 3.1 document of the API. */
export function loader() {
  const info = { ...openApi.info, title: siteName() };
  return Response.json({ ...openApi, info }, { headers: { 'Cache-Control': 'public, max-age=300' } });
}
