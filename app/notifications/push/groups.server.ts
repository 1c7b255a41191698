import { eq } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { user } from '#db/schema/index.ts';
import { PUSH_GROUPS, type PushGroup } from '#protocol/notification.ts';

/** Groups of notifications sent to the viewer's devices. */
export async function pushGroupsOf({ id }: SignedIn): Promise<PushGroup[]> {
  const [found] = await db.select({ off: user.pushOff }).from(user).where(eq(user.id, id));
  return PUSH_GROUPS.filter((group) => !found?.off.includes(group));
}

/** Limits the viewer's push notifications to these groups. */
export async function choosePushGroups({ id }: SignedIn, on: readonly string[]): Promise<void> {
  const pushOff = PUSH_GROUPS.filter((group) => !on.includes(group));
  await db.update(user).set({ pushOff }).where(eq(user.id, id));
}
