import { eq } from 'drizzle-orm';
import { userEntity } from '#app/entities/user/descriptor.server.ts';
import { db } from '#app/platform/database.server.ts';
import { user } from '#db/schema/index.ts';
import { ProtocolError } from '#protocol/errors.ts';

/** The user with all fields visible to themselves, as in the generic API. */
export async function currentUser(id: string): Promise<Record<string, unknown>> {
  const [row] = await db.select(userEntity.fields).from(user).where(eq(user.id, id));
  if (!row) throw new ProtocolError('NOT_SIGNED_IN');
  return row;
}
