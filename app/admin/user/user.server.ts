import type { Done } from '../done.ts';
import type { SentForm, ShownRow } from '../row-extra.ts';
import { accessIntent, accessOf, changeAccess } from './access.server.ts';
import { accountOf, changeRoles } from './roles.server.ts';

const actOnRoles = async (sent: SentForm): Promise<Done | null> =>
  (await changeRoles(sent)) ? 'roles' : null;

/** A user's roles, suspension and sessions. */
export const userExtra = {
  read: async ({ viewer, id }: ShownRow) => ({
    of: 'user' as const,
    account: await accountOf(id),
    access: await accessOf(viewer, id),
  }),
  act: async (sent: SentForm): Promise<Done | null> => {
    const intent = accessIntent(sent.form);
    return intent ? changeAccess(sent, intent) : actOnRoles(sent);
  },
};

/** The account of the confirmed address of a request to become a streamer. */
export const subscriptionExtra = {
  read: async ({ row }: ShownRow) => {
    const account = await accountOf(row.userId);
    return account && { of: 'subscription' as const, account };
  },
  act: actOnRoles,
};
