import { z } from 'zod';
import { cancelByForm } from '../booking/booking.server.ts';
import { BOOKING_INPUT } from '../booking/cancel.tsx';
import type { Done } from '../done.ts';
import type { SentForm, ShownRow } from '../row-extra.ts';
import { accessIntent, accessOf, changeAccess } from './access.server.ts';
import { relatedTo } from './related.server.ts';
import { accountOf, changeRoles } from './roles.server.ts';

const actOnRoles = async (sent: SentForm): Promise<Done | null> =>
  (await changeRoles(sent)) ? 'roles' : null;

/** A user's roles, bookings, payments and rooms, suspension and sessions. */
export const userExtra = {
  read: async ({ viewer, id }: ShownRow) => ({
    of: 'user' as const,
    account: await accountOf(id),
    related: await relatedTo(viewer, id),
    access: await accessOf(viewer, id),
  }),
  act: async (sent: SentForm): Promise<Done | null> => {
    const { viewer, form } = sent;
    const intent = accessIntent(form);
    if (intent) return changeAccess(sent, intent);
    const { data: bookingId } = z.uuid().safeParse(form.get(BOOKING_INPUT));
    return (bookingId && (await cancelByForm(viewer, bookingId, form))) || actOnRoles(sent);
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
