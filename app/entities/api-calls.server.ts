import { is } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import {
  type ApiCall,
  type ApiCalls,
  BODY_REFUSALS,
  done,
  WRITE_REFUSALS,
} from '#app/http/answers/api-call.server.ts';
import { listSchema } from './crud/crud.server.ts';
import { writeSchema } from './crud/input.server.ts';
import { MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE } from './crud/list-query.server.ts';
import { type Row, rowSchema } from './crud/rows.server.ts';
import type { Entity } from './entity.server.ts';
import type { Action } from './permissions.ts';

/** The second code is for administrators who have not set up a second factor yet. */
const FORBIDDEN = ['FORBIDDEN', 'SECOND_FACTOR_DEMANDED'] as const;

const answersWith = (row: z.ZodType<Row>) => ({
  list: { answer: { description: 'One page of rows', schema: listSchema(row) } },
  create: {
    answer: {
      status: 201 as const,
      description: 'The row; empty if the viewer may not see it',
      schema: z.union([row, z.object({})]),
    },
  },
  read: { answer: { description: 'The row', schema: row } },
  update: { answer: { description: 'The updated row', schema: row } },
  delete: { answer: done('Row deleted') },
});

/** Responses of the generic calls. Their routes serve every entity, so rows are typed only as records. */
export const ENTITY_CALLS = answersWith(rowSchema);

/** The OpenAPI operations of one entity's generic calls, and its schemas by name. */
export function entityCalls(entity: Entity): { calls: ApiCalls; schemas: Record<string, z.ZodType> } {
  const { name, schema, permissions } = entity;
  const title = pascalCase(name);
  const answers = answersWith(schema.row);
  const create = permissions.create ? writeSchema(entity, true, 'create') : undefined;
  const update = permissions.update ? writeSchema(entity, true, 'update') : undefined;
  const params = z.object({ id: z.string() });
  const about = (action: Action) => ({ tag: name, description: whoMay(entity, action) });
  const list: ApiCall = {
    ...about('read'),
    ...answers.list,
    at: `GET /api/${name}`,
    summary: `One page of ${name} rows`,
    query: listQuery(entity),
    refuses: ['INVALID_DATA', 'NOT_SIGNED_IN', ...FORBIDDEN, 'RATE_LIMITED'],
  };
  const calls: ApiCalls = {
    [`list${title}`]: list,
    [`read${title}`]: {
      ...about('read'),
      ...answers.read,
      at: `GET /api/${name}/{id}`,
      summary: `One ${name}`,
      params,
      refuses: ['NOT_SIGNED_IN', ...FORBIDDEN, 'NOT_FOUND'],
    },
  };
  if (create) {
    calls[`create${title}`] = {
      ...about('create'),
      ...answers.create,
      at: `POST /api/${name}`,
      summary: `Creates a ${name}`,
      body: create,
      refuses: [
        ...BODY_REFUSALS,
        ...WRITE_REFUSALS,
        ...FORBIDDEN,
        'CONFIRM_AGAIN',
        'ALREADY_EXISTS',
        ...(entity.rowLimit ? TOO_MANY : []),
      ],
    };
  }
  if (update) {
    calls[`update${title}`] = {
      ...about('update'),
      ...answers.update,
      at: `PUT /api/${name}/{id}`,
      summary: `Updates the given fields of a ${name}`,
      params,
      body: update,
      refuses: [
        ...BODY_REFUSALS,
        ...WRITE_REFUSALS,
        ...FORBIDDEN,
        'CONFIRM_AGAIN',
        'NOT_FOUND',
        'ALREADY_EXISTS',
        'STALE',
      ],
    };
  }
  if (permissions.delete) {
    calls[`delete${title}`] = {
      ...about('delete'),
      ...answers.delete,
      at: `DELETE /api/${name}/{id}`,
      summary: `Deletes a ${name}`,
      params,
      ...(schema.deletion && { body: schema.deletion }),
      refuses: [
        ...WRITE_REFUSALS,
        ...FORBIDDEN,
        'NOT_FOUND',
        'IN_USE',
        ...(schema.deletion ? OWN_ACCOUNT : []),
      ],
    };
  }
  return {
    calls,
    schemas: {
      [title]: schema.row,
      ...(create && { [`New${title}`]: create }),
      ...(update && { [`${title}Change`]: update }),
    },
  };
}

const TOO_MANY = ['TOO_MANY'] as const;

/** Further refusals of deleting one's own account. */
const OWN_ACCOUNT = [...BODY_REFUSALS, 'WRONG_CREDENTIALS', 'RATE_LIMITED', 'PRICE_CHANGED'] as const;

/** The query parameters that `parseListQuery` accepts. */
function listQuery(entity: Entity): z.ZodObject {
  const sorts = entity.sort.map((field) => field.replace(/^-/, ''));
  const query: Record<string, z.ZodType> = {
    page: z.int().min(1).max(MAX_PAGE).default(1),
    size: z.int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
    sort: z.enum(sorts.flatMap((field) => [field, `-${field}`])).default(entity.sort[0]),
  };
  if (entity.search) query.q = z.string().max(100).optional();
  for (const field of entity.filters ?? []) {
    const value = entity.schema.row.shape[field] ?? z.string();
    query[field] = z.array(value).optional();
    const column = entity.fields[field];
    if (is(column, PgColumn) && (column.dataType === 'date' || column.dataType === 'number')) {
      query[`${field}.from`] = value.optional();
      query[`${field}.to`] = value.optional();
    }
  }
  for (const [name, { value }] of Object.entries(entity.relatedFilters ?? {}))
    query[name] = z.array(value).optional();
  return z.object(query);
}

/** A permission as text, for the OpenAPI document. */
function whoMay({ permissions }: Entity, action: Action): string {
  const grants = Object.entries(permissions[action] ?? {});
  return `Allowed for: ${grants.map(([who, rows]) => `${who} (${rows} rows)`).join(', ') || 'no one'}.`;
}

function pascalCase(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_match, _hyphen, letter: string) => letter.toUpperCase());
}
