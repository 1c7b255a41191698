import { openApi } from '#app/site/api/openapi.server.ts';

/** GET /api/openapi.json → the OpenAPI 3.1 document of the API. */
export function loader() {
  return Response.json(openApi, { headers: { 'Cache-Control': 'public, max-age=300' } });
}
