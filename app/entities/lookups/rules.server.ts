import { getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as db from '#db/schema/index.ts';
import { defineEntity, type Entity } from '../entity.server.ts';
import type { EntityName } from '../permissions.ts';
import { authoritySchema, currencySchema, languageSchema, named } from './schema.ts';

function lookup(name: EntityName, table: PgTable & { name: PgColumn }): Entity {
  return defineEntity({
    name,
    schema: named,
    table,
    key: table.name,
    fields: { name: table.name },
    sort: ['name'],
  });
}

export const lookups: Entity[] = [
  lookup('role-name', db.roleName),
  lookup('video-quality', db.videoQuality),
  lookup('camera-type', db.cameraType),
  lookup('channel-status', db.channelStatus),
  lookup('country', db.country),
  defineEntity({
    name: 'authority',
    schema: authoritySchema,
    table: db.authority,
    key: db.authority.name,
    fields: getTableColumns(db.authority),
    filters: ['rolename'],
    sort: ['name'],
  }),
  defineEntity({
    name: 'language',
    schema: languageSchema,
    table: db.language,
    key: db.language.name,
    fields: getTableColumns(db.language),
    filters: ['available', 'code'],
    sort: ['name'],
  }),
  defineEntity({
    name: 'currency',
    schema: currencySchema,
    table: db.currency,
    key: db.currency.name,
    fields: getTableColumns(db.currency),
    sort: ['name'],
  }),
];
