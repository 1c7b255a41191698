import { eq, or, type SQL } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { stream } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { streamSchema } from './schema.ts';
import { streamView } from './view.ts';

/** SQL condition: the person is one of the stream's two people. */
export const isStreamOf = ({ id }: Pick<SignedIn, 'id'>): SQL | undefined =>
  or(eq(stream.producerId, id), eq(stream.consumerId, id));

export const streamEntity = defineEntity({
  name: 'stream',
  schema: streamSchema,
  view: streamView,
  permissions: { read: { user: 'own', admin: 'any' } },
  table: stream,
  key: stream.id,
  fields: {
    id: stream.id,
    createdAt: stream.createdAt,
    bookingId: stream.bookingId,
    requestId: stream.requestId,
    producerId: stream.producerId,
    consumerId: stream.consumerId,
    priceMinor: stream.priceMinor,
    currency: stream.currency,
    budgetMs: stream.budgetMs,
    offeredMs: stream.offeredMs,
    attendedMs: stream.attendedMs,
    deliveredMs: stream.deliveredMs,
    missedMs: stream.missedMs,
    absent: stream.absent,
    startedAt: stream.startedAt,
    endedAt: stream.endedAt,
    charge: stream.charge,
  },
  rows: { own: isStreamOf },
  search: [{ user: stream.producerId }, { user: stream.consumerId }],
  filters: ['producerId', 'consumerId', 'bookingId', 'requestId', 'createdAt'],
  sort: ['-createdAt', 'deliveredMs', 'charge', 'endedAt'],
});
