import { and, eq, exists, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Audience, Viewer } from '#app/http/viewers/viewer.ts';
import { cancelBookings, closeStarted } from '#app/marketplace/bookings/change-bookings.server.ts';
import { cancelRequests } from '#app/marketplace/requests/change-requests.server.ts';
import { cancelFreeCalls } from '#app/marketplace/requests/free-calls.server.ts';
import { outer } from '#app/platform/outer.server.ts';
import type { Transaction } from '#db/client.ts';
import * as db from '#db/schema/index.ts';
import { defineEntity, type Input } from '../entity.server.ts';
import { roleNameSchema } from '../lookups/schema.ts';
import { keepAnAdministrator } from '../role/descriptor.server.ts';
import { refuseReserved } from './reserved-names.ts';
import { userSchema } from './schema.ts';
import { userView } from './view.ts';

const { user } = db;

const namesSchema = userSchema.create.pick({ username: true, urlname: true }).partial();
const relationsSchema = userSchema.create.pick({ languages: true, prices: true });

export const userEntity = defineEntity({
  name: 'user',
  schema: userSchema,
  view: userView,
  permissions: {
    read: { anyone: 'public', user: 'own', admin: 'any' },
    create: { admin: 'any' },
    update: { user: 'own', admin: 'any' },
    delete: { user: 'own', admin: 'any' },
  },
  table: user,
  key: user.id,
  fields: {
    id: user.id,
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
    version: user.version,
    username: user.username,
    urlname: user.urlname,
    email: user.email,
    emailVerifiedAt: user.emailVerifiedAt,
    language: user.language,
    legalName: user.legalName,
    firstName: user.firstName,
    lastName: user.lastName,
    description: user.description,
    hasAvatar: sql<boolean>`${outer(user.avatarKey)} is not null`,
    latitude: user.latitude,
    longitude: user.longitude,
    channelCamera: user.channelCamera,
    controlModes: user.controlModes,
    padEnabled: user.padEnabled,
    roles: sql`coalesce((select json_agg(json_build_object('rolename', r.rolename) order by r.rolename)
      from role r where r.user_id = ${outer(user.id)}), '[]')`,
    languages: sql`array(select l.language from user_language l where l.user_id = ${outer(user.id)} order by 1)`,
    prices: sql`coalesce((select json_agg(json_build_object('currency', p.currency, 'perMinute', p.per_minute) order by p.currency)
      from user_price p where p.user_id = ${outer(user.id)}), '[]')`,
    suspendedAt: user.suspendedAt,
    suspensionReason: user.suspensionReason,
    hiddenUntil: user.hiddenUntil,
    blockedUsers: sql`coalesce((select json_agg(json_build_object('id', b.blocked_id) order by b.created_at)
      from user_block b where b.user_id = ${outer(user.id)}), '[]')`,
  },
  privateFields: [
    'email',
    'emailVerifiedAt',
    'legalName',
    'latitude',
    'longitude',
    'blockedUsers',
    'suspendedAt',
    'suspensionReason',
    'hiddenUntil',
  ],
  rows: {
    own: ({ id }) => eq(user.id, id),
    public: validForDisplay,
    listed: (viewer) => or(isListed, viewer ? eq(user.id, viewer.id) : undefined),
  },
  search: [user.username, user.email, user.firstName, user.lastName, user.legalName],
  filters: [
    'username',
    'urlname',
    'email',
    'language',
    'createdAt',
    'channelCamera',
    'padEnabled',
    'suspendedAt',
    'hiddenUntil',
  ],
  relatedFilters: {
    rolename: {
      value: roleNameSchema,
      where: (names) =>
        some(db.role, and(eq(db.role.userId, user.id), inArray(db.role.rolename, [...names]))),
    },
  },
  sort: ['-createdAt', 'username', 'email', 'updatedAt'],
  relate,
  beforeUpdate,
  beforeDelete: async (tx, id, viewer) => {
    const own = viewer?.id === id.toLowerCase();
    await keepAnAdministrator(tx, eq(db.role.userId, id));
    await deleteRequests(tx, id);
    await cancelRequests(tx, id);
    await cancelFreeCalls(tx, id);
    await cancelBookings(tx, id, { reason: 'ACCOUNT_DELETED', own });
    await closeStarted(tx, id, own);
  },
  audit: {
    hides: ['email', 'legalName', 'latitude', 'longitude', 'blockedUsers'],
    keptOfDeleted: ['username', 'urlname', 'roles'],
    alsoByOwners: ['DELETE'],
  },
});

/** SQL condition: they offer a control mode, which for the pad they also have to switch on. */
export const canBeDirected = sql<boolean>`('VOICE' = any(${user.controlModes}) or (${user.padEnabled} and 'PAD' = any(${user.controlModes})))`;

/**
 * SQL condition for streamers visible to a viewer: they have the role, a control mode and a price, are not suspended,
 * are not the viewer, and neither has blocked the other.
 */
export function validForDisplay(viewer: Audience): SQL | undefined {
  const { role, userPrice } = db;
  return and(
    isNull(user.suspendedAt),
    canBeDirected,
    some(role, and(eq(role.userId, user.id), eq(role.rolename, 'PRODUCER'))),
    some(userPrice, eq(userPrice.userId, user.id)),
    viewer ? ne(user.id, viewer.id) : undefined,
    viewer ? not(areApart(viewer.id, user.id)) : undefined,
  );
}

/** SQL condition: not hidden from the lists for strikes. Hidden streamers keep their page and bookings. */
export const isListed: SQL = sql`coalesce(${user.hiddenUntil} <= now(), true)`;

/** SQL condition: a column refers to someone visible to the viewer, or to the viewer. */
export function isAboutShown(viewer: Viewer, column: PgColumn): SQL | undefined {
  return or(
    viewer ? eq(column, viewer.id) : undefined,
    some(user, and(eq(user.id, column), validForDisplay(viewer))),
  );
}

/** SQL condition: a column refers to a suspended account. What the account wrote about others is hidden with it. */
export function isSuspended(column: PgColumn): SQL {
  return some(user, and(eq(user.id, column), isNotNull(user.suspendedAt)));
}

/** SQL condition: either user has blocked the other. */
export function areApart(one: string, other: PgColumn): SQL {
  const { userId, blockedId } = db.userBlock;
  return some(
    db.userBlock,
    or(and(eq(userId, one), eq(blockedId, other)), and(eq(userId, other), eq(blockedId, one))),
  );
}

function some(table: PgTable, condition: SQL | undefined): SQL {
  return exists(sql`(select 1 from ${table} where ${condition})`);
}

/** Lets only administrators assign reserved names; users keep one they already have. */
async function beforeUpdate(tx: Transaction, id: string, input: Input, viewer: Viewer): Promise<void> {
  if (viewer?.authorities.has('ADMINISTER')) return;
  const { username, urlname } = user;
  const [before] = await tx.select({ username, urlname }).from(user).where(eq(user.id, id));
  const names = namesSchema.parse(input);
  for (const field of ['username', 'urlname'] as const) {
    const name = names[field];
    if (name !== undefined && name !== before?.[field]) refuseReserved(field, name);
  }
}

/**
 * Deletes the request to become a streamer, which has no owner but an address, if the address was confirmed; otherwise
 * it may be another person's.
 */
async function deleteRequests(tx: Transaction, id: string): Promise<void> {
  const proved = tx
    .select({ email: sql`lower(${user.email})` })
    .from(user)
    .where(and(eq(user.id, id), isNotNull(user.emailVerifiedAt)));
  await tx.delete(db.subscription).where(inArray(sql`lower(${db.subscription.email})`, proved));
}

async function relate(tx: Transaction, id: string, input: Input): Promise<void> {
  const { languages, prices } = relationsSchema.parse(input);
  if (languages) {
    await tx.delete(db.userLanguage).where(eq(db.userLanguage.userId, id));
    const rows = [...new Set(languages)].map((language) => ({ userId: id, language }));
    if (rows.length > 0) await tx.insert(db.userLanguage).values(rows);
  }
  if (prices) {
    await tx.delete(db.userPrice).where(eq(db.userPrice.userId, id));
    const rows = prices.map((price) => ({ userId: id, ...price }));
    if (rows.length > 0) await tx.insert(db.userPrice).values(rows);
  }
}
