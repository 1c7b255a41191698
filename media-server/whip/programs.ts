import type { IncomingMessage, ServerResponse } from 'node:http';
import { keyUseOf } from '#protocol/stream-key.ts';
import { type EndpointServices, KeyedEndpoint, send } from './endpoint.ts';
import { whep } from './whep.ts';
import { whip } from './whip.ts';

/** @returns the handler of all HTTP requests to the media server, which only programs that are no browser send */
export function handlePrograms(services: EndpointServices) {
  const endpoints = new Map([whip, whep].map((one) => [one.use, new KeyedEndpoint(services, one)]));
  return (request: IncomingMessage, response: ServerResponse): void => {
    const use = keyUseOf(request.url?.split('?')[0] ?? '');
    const endpoint = use && endpoints.get(use);
    if (endpoint) endpoint.handle(request, response);
    else send(response, 404, 'There is nothing at this address.');
  };
}
