import { accountData } from './accounts/personal-data.server.ts';
import { activityData } from './audit/personal-data.server.ts';
import { bookingData } from './bookings/personal-data.server.ts';
import { messageData } from './contact/personal-data.server.ts';
import { developerData } from './developers/personal-data.server.ts';
import type { SignedIn } from './http/viewers/viewer.ts';
import { notificationData } from './notifications/personal-data.server.ts';
import { paymentData } from './payments/personal-data.server.ts';
import { peopleData } from './people/personal-data.server.ts';
import { pictureData } from './pictures/personal-data.server.ts';
import { requestData } from './requests/personal-data.server.ts';
import { roomData } from './rooms/personal-data.server.ts';
import { streamData } from './streams/personal-data.server.ts';

/**
 * Everything stored about a user, except hashes and keys. Instants are ISO 8601 in JSON.
 * @param origin the site's origin, for URLs of pictures
 */
export async function personalData(viewer: SignedIn, origin: string): Promise<Record<string, unknown>> {
  const { id } = viewer;
  const [
    accounts,
    pictures,
    people,
    messages,
    bookings,
    requests,
    money,
    streams,
    rooms,
    notifications,
    keys,
    activity,
  ] = await Promise.all([
    accountData(viewer),
    pictureData(id, origin),
    peopleData(id),
    messageData(id),
    bookingData(viewer),
    requestData(viewer),
    paymentData(viewer),
    streamData(viewer),
    roomData(id),
    notificationData(id),
    developerData(id),
    activityData(id),
  ]);
  const { account, requestToStream, ...logIns } = accounts;
  const { payments, complaints, ...atStripe } = money;
  // This is the order of the file.
  return {
    account,
    ...pictures,
    ...people,
    ...messages,
    requestToStream,
    ...bookings,
    ...requests,
    payments,
    ...streams,
    complaints,
    ...atStripe,
    ...rooms,
    ...logIns,
    ...notifications,
    ...keys,
    ...activity,
  };
}
