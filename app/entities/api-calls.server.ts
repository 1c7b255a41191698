import { is } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import {
  body,
  done,
  type Json,
  jsonAnswer,
  type Operation,
  parameter,
  ref,
  refusals,
  toJson,
} from '#app/http/api-call.server.ts';
import { writeSchema } from './crud/input.server.ts';
import { MAX_PAGE_SIZE } from './crud/list-query.server.ts';
import type { Entity } from './entity.server.ts';
import type { Action } from './permissions.ts';

/** Schemas and paths of one entity's generic calls. */
export function describeEntity(entity: Entity): {
  schemas: Record<string, Json>;
  paths: Record<string, Json>;
} {
  const { name, schema, permissions } = entity;
  const title = pascalCase(name);
  const create = writeSchema(entity, true, 'create');
  const update = writeSchema(entity, true, 'update');
  const may = (action: Action) => permissions[action] !== undefined;
  const schemas: Record<string, Json> = { [title]: toJson(schema.row, 'output') };
  if (create && may('create')) schemas[`New${title}`] = toJson(create, 'input');
  if (update && may('update')) schemas[`${title}Change`] = toJson(update, 'input');
  const operation = (
    action: Action,
    verb: string,
    rest: Omit<Operation, 'operationId' | 'tags'>,
  ): Operation => ({
    operationId: `${verb}${title}`,
    tags: [name],
    description: whoMay(entity, action),
    ...rest,
  });
  const id = parameter('id', 'path', { type: 'string' });
  const list: Record<string, Operation> = {
    get: operation('read', 'list', {
      summary: `One page of ${name} rows`,
      parameters: listParameters(entity),
      responses: { 200: jsonAnswer('The page', listSchema(title)), ...refusals(400, 401, 403) },
    }),
  };
  if (may('create')) {
    list.post = operation('create', 'create', {
      summary: `Makes a ${name}`,
      requestBody: body(ref(`New${title}`)),
      responses: {
        201: jsonAnswer('The row; empty if the asker may not see it', {
          anyOf: [ref(title), { type: 'object', maxProperties: 0 }],
        }),
        ...refusals(400, 401, 403, 409, 411, 413, 429),
      },
    });
  }
  const one: Record<string, Operation> = {
    get: operation('read', 'read', {
      summary: `One ${name}`,
      parameters: [id],
      responses: { 200: jsonAnswer('The row', ref(title)), ...refusals(401, 403, 404) },
    }),
  };
  if (may('update')) {
    one.put = operation('update', 'update', {
      summary: `Changes what is sent of a ${name}`,
      parameters: [id],
      requestBody: body(ref(`${title}Change`)),
      responses: {
        200: jsonAnswer('The row as it stands now', ref(title)),
        ...refusals(400, 401, 403, 404, 409, 411, 413),
      },
    });
  }
  if (may('delete')) {
    one.delete = operation('delete', 'delete', {
      summary: `Deletes a ${name}`,
      parameters: [id],
      responses: { 200: done('It is gone'), ...refusals(401, 403, 404, 409) },
    });
  }
  return { schemas, paths: { [`/api/${name}`]: list, [`/api/${name}/{id}`]: one } };
}

function listSchema(title: string): Json {
  return {
    type: 'object',
    required: ['entities', 'total', 'page', 'size'],
    properties: {
      entities: { type: 'array', items: ref(title) },
      total: { type: 'integer', description: 'Rows on all pages' },
      page: { type: 'integer' },
      size: { type: 'integer' },
    },
  };
}

function listParameters(entity: Entity): Json[] {
  const sorts = entity.sort.map((field) => field.replace(/^-/, ''));
  const parameters = [
    parameter('page', 'query', { type: 'integer', minimum: 1, maximum: 10_000, default: 1 }),
    parameter('size', 'query', { type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: 20 }),
    parameter('sort', 'query', {
      enum: sorts.flatMap((field) => [field, `-${field}`]),
      default: entity.sort[0],
    }),
  ];
  if (entity.search) parameters.push(parameter('q', 'query', { type: 'string', maxLength: 100 }));
  for (const field of entity.filters ?? []) {
    const value = toJson(z.object({ field: entity.schema.row.shape[field] ?? z.string() }), 'output');
    const schema = z
      .object({ properties: z.object({ field: z.record(z.string(), z.unknown()) }) })
      .parse(value);
    parameters.push(parameter(field, 'query', { type: 'array', items: schema.properties.field }));
    const column = entity.fields[field];
    if (is(column, PgColumn) && (column.dataType === 'date' || column.dataType === 'number')) {
      parameters.push(parameter(`${field}.from`, 'query', schema.properties.field));
      parameters.push(parameter(`${field}.to`, 'query', schema.properties.field));
    }
  }
  return parameters;
}

/** A permission in words. */
function whoMay({ permissions }: Entity, action: Action): string {
  const grants = Object.entries(permissions[action] ?? {});
  return `Who may: ${grants.map(([who, rows]) => `${who} (${rows} rows)`).join(', ') || 'nobody'}.`;
}

function pascalCase(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_match, _hyphen, letter: string) => letter.toUpperCase());
}
