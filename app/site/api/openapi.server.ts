import { ACCOUNT_CALLS } from '#app/accounts/api-calls.server.ts';
import { CONTENT_CALLS } from '#app/content/api-calls.server.ts';
import { describeEntity } from '#app/entities/api-calls.server.ts';
import { ENTITIES } from '#app/entities/registry.server.ts';
import { errorJson, type Json } from '#app/http/api-call.server.ts';
import { PEOPLE_CALLS } from '#app/people/api-calls.server.ts';
import { PICTURE_CALLS } from '#app/pictures/api-calls.server.ts';
import { ROOM_CALLS } from '#app/rooms/api-calls.server.ts';

/** The calls beside the generic ones. */
const CALLS = { ...ACCOUNT_CALLS, ...CONTENT_CALLS, ...PEOPLE_CALLS, ...PICTURE_CALLS, ...ROOM_CALLS };

export type OpenApiDocument = {
  openapi: string;
  info: Json;
  components: { schemas: Record<string, Json>; securitySchemes: Json };
  security: Json[];
  paths: Record<string, Json>;
};

function makeDocument(): OpenApiDocument {
  const entities = ENTITIES.map(describeEntity);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Panocall',
      version: '1',
      description:
        'Every error is `{code, fields?}`. A bearer token wins over the cookie; a request with the cookie must come from our own pages if it changes anything.',
    },
    security: [{}, { bearer: [] }, { cookie: [] }],
    components: {
      schemas: Object.assign({ Error: errorJson() }, ...entities.map(({ schemas }) => schemas)),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'JSESSIONID' },
      },
    },
    paths: Object.assign({}, CALLS, ...entities.map(({ paths }) => paths)),
  };
}

/** The description of the whole HTTP API, made once from the schemas that requests are parsed with. */
export const openApi = makeDocument();
