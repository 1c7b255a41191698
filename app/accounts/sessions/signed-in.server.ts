import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Viewer } from '#app/http/viewers/viewer.ts';
import { recordOf } from '#app/i18n/language-records.ts';
import type { Language } from '#app/i18n/languages.ts';
import { db } from '#app/platform/database.server.ts';
import { outer } from '#app/platform/outer.server.ts';
import { notification, producerSetting, user } from '#db/schema/index.ts';

/** The logged-in user, as shown in the header. */
export type HeaderUser = {
  id: string;
  username: string;
  /** Null without an avatar. */
  avatarKey: string | null;
  administers: boolean;
  /** Their address, while it is unconfirmed; else null. */
  unconfirmed: string | null;
  /** Number of unread notifications. */
  unread: number;
  /** Whether the user is a streamer who takes calls now. */
  takesCalls: boolean;
};

/** Reads the user for the header. Null if no one is logged in, without a database query. */
export async function headerUser(viewer: Viewer): Promise<HeaderUser | null> {
  if (!viewer) return null;
  const [row] = await db
    .select({
      id: user.id,
      username: user.username,
      avatarKey: user.avatarKey,
      unconfirmed: sql<string | null>`case when ${user.emailVerifiedAt} is null then ${user.email} end`,
      unread: db.$count(notification, and(eq(notification.userId, user.id), isNull(notification.readAt))),
      takesCalls: sql<boolean>`exists (select 1 from ${producerSetting}
        where ${producerSetting.userId} = ${outer(user.id)} and ${producerSetting.availableUntil} > now())`,
    })
    .from(user)
    .where(eq(user.id, viewer.id));
  // The administration pages tell administrators who lack a second factor how to set one up.
  const administers = viewer.authorities.has('ADMINISTER') || viewer.secondFactorMissing;
  return row ? { ...row, administers } : null;
}

/** Saves the language the user chose, for emails and their other devices. */
export async function saveLanguage(viewer: Viewer, language: Language): Promise<void> {
  if (!viewer) return;
  const record = recordOf(language);
  await db
    .update(user)
    .set({ language: record, version: sql`${user.version} + 1`, updatedAt: sql`now()` })
    .where(sql`${user.id} = ${viewer.id} and ${user.language} <> ${record}`);
}
