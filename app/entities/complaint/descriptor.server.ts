import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { outer } from '#app/platform/outer.server.ts';
import { complaint, stream } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { complaintSchema } from './schema.ts';
import { complaintView } from './view.ts';

/** A column of the call that a complaint is about. */
const ofStream = (column: PgColumn) =>
  sql<
    string | null
  >`(select ${outer(column)} from ${stream} where ${outer(stream.id)} = ${outer(complaint.streamId)})`;

/** SQL condition: the person is one of the two people of the complaint's call. */
export const isComplaintOf = ({ id }: Pick<SignedIn, 'id'>) =>
  sql`exists (select 1 from ${stream} where ${outer(stream.id)} = ${outer(complaint.streamId)}
    and ${id} in (${outer(stream.producerId)}, ${outer(stream.consumerId)}))`;

export const complaintEntity = defineEntity({
  name: 'complaint',
  schema: complaintSchema,
  view: complaintView,
  permissions: { read: { user: 'own', admin: 'any' } },
  table: complaint,
  key: complaint.id,
  fields: {
    id: complaint.id,
    createdAt: complaint.createdAt,
    streamId: complaint.streamId,
    producerId: ofStream(stream.producerId),
    consumerId: ofStream(stream.consumerId),
    kind: complaint.kind,
    text: complaint.text,
    currency: ofStream(stream.currency),
    charge: complaint.charge,
    wanted: complaint.wanted,
    status: complaint.status,
    answer: complaint.answer,
    conceded: complaint.conceded,
    answeredAt: complaint.answeredAt,
    reason: complaint.reason,
    decided: complaint.decided,
    decidedAt: complaint.decidedAt,
  },
  rows: { own: isComplaintOf },
  search: [complaint.text, complaint.answer, complaint.reason],
  filters: ['streamId', 'status', 'kind', 'createdAt'],
  sort: ['-createdAt', 'status', 'wanted', 'decidedAt'],
});
