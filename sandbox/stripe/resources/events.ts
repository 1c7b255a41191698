import { z } from 'zod';
import { missing, StripeError } from '../errors.ts';
import { boolean, integer, page, paging } from '../params.ts';
import { route } from '../route.ts';
import { find, type SandboxEvent } from '../state.ts';

const rangeSchema = z.strictObject({
  gt: integer.default(Number.NEGATIVE_INFINITY),
  gte: integer.default(Number.NEGATIVE_INFINITY),
  lt: integer.default(Number.POSITIVE_INFINITY),
  lte: integer.default(Number.POSITIVE_INFINITY),
});

const listSchema = z.strictObject({
  ...paging,
  created: z
    .union([rangeSchema, integer.transform((at) => ({ gt: at - 1, gte: at, lt: at + 1, lte: at }))])
    .optional(),
  delivery_success: boolean.optional(),
  type: z.string().optional(),
  types: z.array(z.string()).optional(),
});

export const eventRoutes = [
  route('GET', '/v1/events', listSchema, ({ sandbox, params }) => {
    const { created: range, delivery_success, type, types } = params;
    const events = Object.values(sandbox.state.events).filter(
      (event) =>
        event.kind === 'snapshot' &&
        (delivery_success === undefined || event.delivered === delivery_success) &&
        (type === undefined || event.type === type) &&
        (types === undefined || types.includes(event.type)) &&
        (range === undefined ||
          (event.created > range.gt &&
            event.created >= range.gte &&
            event.created < range.lt &&
            event.created <= range.lte)),
    );
    return page(events.reverse().map(renderEvent), params, '/v1/events');
  }),
  route('GET', '/v1/events/:id', z.strictObject({}), ({ sandbox, id }) => {
    const event = find(sandbox.state.events, id);
    if (event?.kind !== 'snapshot') throw missing('event', id);
    return renderEvent(event);
  }),
  route('GET', '/v2/core/events/:id', z.strictObject({}), ({ sandbox, id }) => {
    const event = find(sandbox.state.events, id);
    if (event?.kind !== 'thin') {
      throw new StripeError(404, 'invalid_request_error', `Event with id '${id}' not found.`, {
        code: 'not_found',
      });
    }
    return { ...renderEvent(event), ...(event.data && { data: event.data }) };
  }),
];

const payloadSchema = z.looseObject({ id: z.string() });

function renderEvent({ payload, delivered, kind }: SandboxEvent) {
  const event = payloadSchema.parse(JSON.parse(payload));
  return kind === 'snapshot' ? { ...event, pending_webhooks: delivered ? 0 : 1 } : event;
}
