import { eq } from 'drizzle-orm';
import type { SignedIn } from '#app/http/viewers/viewer.ts';
import { db } from '#app/platform/database.server.ts';
import { user } from '#db/schema/index.ts';
import { PUSH_GROUPS, type PushGroup } from '#protocol/notification.ts';

/** What the viewer's devices notify them of. */
export async function pushGroupsOf({ id }: SignedIn): Promise<PushGroup[]> {
  const [found] = await db.select({ off: user.pushOff }).from(user).where(eq(user.id, id));
  return PUSH_GROUPS.filter((group) => !found?.off.includes(group));
}

/** Has the viewer's devices notify them of these alone. */
export async function choosePushGroups({ id }: SignedIn, on: readonly string[]): Promise<void> {
  const pushOff = PUSH_GROUPS.filter((group) => !on.includes(group));
  await db.update(user).set({ pushOff }).where(eq(user.id, id));
}
