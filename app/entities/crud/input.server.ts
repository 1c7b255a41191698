import { getTableColumns } from 'drizzle-orm';
import { z } from 'zod';
import { invalidData, ProtocolError } from '#protocol/errors.ts';
import type { Entity, Input } from '../entity.server.ts';
import { version } from '../fields.ts';

type Write = 'create' | 'update';

const schemas = new Map<string, z.ZodObject | undefined>();

/** The schema for writing an entity; undefined if it is read-only. */
export function writeSchema(entity: Entity, administers: boolean, action: Write): z.ZodObject | undefined {
  const key = `${entity.name} ${administers} ${action}`;
  // Cached, because creating a schema takes longer than using it.
  if (!schemas.has(key)) schemas.set(key, makeSchema(entity, administers, action));
  return schemas.get(key);
}

function makeSchema(entity: Entity, administers: boolean, action: Write): z.ZodObject | undefined {
  const { create, adminOnly = [], createOnly = [] } = entity.schema;
  if (!create) return undefined;
  const closed = [...(administers ? [] : adminOnly), ...(action === 'update' ? createOnly : [])];
  const open = z.strictObject(without(create.shape, closed));
  return action === 'create' ? open : open.partial().extend({ version });
}

/**
 * Parses a body with the entity's schema. Fields that rows have but the viewer may not write are ignored, so that a row
 * can be sent back as received; unknown fields are rejected.
 */
export function parseInput(entity: Entity, body: unknown, administers: boolean, action: Write): Input {
  const schema = writeSchema(entity, administers, action);
  if (!schema) throw new ProtocolError('METHOD_NOT_ALLOWED');
  const record = z.record(z.string(), z.unknown()).safeParse(body);
  if (!record.success) throw invalidData(record.error);
  const readOnly = Object.keys(entity.schema.row.shape).filter((name) => !(name in schema.shape));
  const parsed = schema.safeParse(without(record.data, readOnly));
  if (!parsed.success) throw invalidData(parsed.error);
  return parsed.data;
}

function without<T>(record: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** The fields that are columns of the entity's table, converted for the driver. */
export function columnValues(entity: Entity, input: Input): Record<string, unknown> {
  const columns = getTableColumns(entity.table);
  const values = Object.entries(input).filter(([name]) => name in columns && name !== 'version');
  return Object.fromEntries(
    values.map(([name, value]) => [
      name,
      columns[name]?.dataType === 'date' && typeof value === 'string' ? new Date(value) : value,
    ]),
  );
}
