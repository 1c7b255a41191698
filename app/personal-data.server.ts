import { accountData } from './accounts/personal-data.server.ts';
import { activityData } from './audit/personal-data.server.ts';
import { bookingData } from './bookings/personal-data.server.ts';
import { messageData } from './contact/personal-data.server.ts';
import { developerData } from './developers/personal-data.server.ts';
import { freeCallData } from './free-calls/personal-data.server.ts';
import type { SignedIn } from './http/viewers/viewer.ts';
import { notificationData } from './notifications/personal-data.server.ts';
import { paymentData } from './payments/personal-data.server.ts';
import { peopleData } from './people/personal-data.server.ts';
import { pictureData } from './pictures/personal-data.server.ts';
import type { Pages } from './platform/in-pages.server.ts';
import { requestData } from './requests/personal-data.server.ts';
import { roomData } from './rooms/personal-data.server.ts';
import { streamData } from './streams/personal-data.server.ts';

/**
 * Everything stored about a user, except hashes and keys, as JSON text in parts. Instants are ISO 8601.
 * @param origin the site's origin, for URLs of pictures
 */
export async function personalData(
  viewer: SignedIn,
  origin: string,
): Promise<AsyncGenerator<string, void, void>> {
  return textOf(await readData(viewer, origin));
}

/** A list that may have any number of rows comes in pages. */
async function* textOf(data: Record<string, unknown>): AsyncGenerator<string, void, void> {
  let before = '{';
  for (const [name, value] of Object.entries(data)) {
    yield `${before}\n${JSON.stringify(name)}: `;
    if (isPages(value)) yield* arrayOf(value);
    else yield JSON.stringify(value, null, 2);
    before = ',';
  }
  yield '\n}';
}

const isPages = (value: unknown): value is Pages =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

async function* arrayOf(pages: Pages): AsyncGenerator<string, void, void> {
  let before = '[';
  for await (const rows of pages) {
    yield `${before}\n${rows.map((row) => JSON.stringify(row, null, 2)).join(',\n')}`;
    before = ',';
  }
  yield before === '[' ? '[]' : '\n]';
}

async function readData(viewer: SignedIn, origin: string): Promise<Record<string, unknown>> {
  const { id } = viewer;
  const [
    accounts,
    pictures,
    people,
    messages,
    bookings,
    requests,
    freeCalls,
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
    freeCallData(viewer),
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
    ...freeCalls,
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
