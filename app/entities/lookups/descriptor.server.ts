import { getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as db from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import type { Permissions } from '../permissions.ts';
import { authoritySchema, currencySchema, languageSchema, named } from './schema.ts';

const permissions = { read: { anyone: 'any' } } as const satisfies Permissions;

function lookup<const Name extends string>(name: Name, table: PgTable & { name: PgColumn }) {
  return defineEntity({
    name,
    schema: named,
    view: null,
    permissions,
    table,
    key: table.name,
    fields: { name: table.name },
    sort: ['name'],
  });
}

export const lookups = [
  lookup('role-name', db.roleName),
  lookup('video-quality', db.videoQuality),
  lookup('camera-type', db.cameraType),
  lookup('channel-status', db.channelStatus),
  lookup('country', db.country),
  defineEntity({
    name: 'authority',
    schema: authoritySchema,
    view: null,
    permissions,
    table: db.authority,
    key: db.authority.name,
    fields: getTableColumns(db.authority),
    filters: ['rolename'],
    sort: ['name'],
  }),
  defineEntity({
    name: 'language',
    schema: languageSchema,
    view: null,
    permissions,
    table: db.language,
    key: db.language.name,
    fields: getTableColumns(db.language),
    filters: ['available', 'code'],
    sort: ['name'],
  }),
  defineEntity({
    name: 'currency',
    schema: currencySchema,
    view: null,
    permissions,
    table: db.currency,
    key: db.currency.name,
    fields: getTableColumns(db.currency),
    sort: ['name'],
  }),
] as const;
