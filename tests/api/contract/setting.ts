import webPush from 'web-push';
import * as schema from '#db/schema/index.ts';
import { type Member, signUp } from '../../support/people/members.ts';
import type { Answer } from '../../support/servers/client.ts';
import { Mailbox } from '../../support/servers/mailbox.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';
import { type Payments, startPayments } from '../../support/servers/payment-sandbox.ts';
import { type Person, person, send } from '../../support/servers/site.ts';

/** A site with the people and rows that the contract's calls use. */
export type Setting = {
  site: Payments;
  mailbox: Mailbox;
  admin: Person;
  /** An administrator who stays logged in. */
  chief: Person;
  streamer: Person;
  member: Member;
  /** Id of an open room of the administrator. */
  roomId: string;
  post: (path: string, body: unknown, as?: Person) => Promise<Answer>;
  stop: () => Promise<void>;
};

export type ContractCall = [
  call: string,
  make: (setting: Setting) => Promise<Answer>,
  status: number,
  answer?: unknown,
];

/** Name of a Spanish text. */
export const BLOG = 'primeros-pasos';
export const FRAGMENT = 'ayuda';

export async function makeSetting(): Promise<Setting> {
  const mailbox = await Mailbox.open();
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const site = await startPayments({
    MAIL_FOLDER: mailbox.folder,
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
  });
  const member = await signUp(site.server.url);
  const { db } = site;
  const admin = await person(db, ['ADMIN']);
  const chief = await person(db, ['ADMIN']);
  const streamer = await person(db, ['PRODUCER']);
  await db.insert(schema.userPrice).values({ userId: streamer.id, currency: 'EUR', perMinute: 1.5 });
  await db.update(schema.user).set({ controlModes: ['VOICE'] });
  await makeMediaNode(db);
  const open = { nodeId: 'node', hostKey: 'key', hostUserId: admin.id, cameraType: 'INTEGRATED_CAM' };
  const expiresAt = new Date(Date.now() + 60_000);
  await db.insert(schema.channel).values({ ...open, token: 'K7M4QX9TR', expiresAt });
  const [room] = await db.select({ id: schema.channel.id }).from(schema.channel);
  const text = { language: 'SPANISH', title: 'Hola' };
  await db.insert(schema.blog).values({ ...text, name: BLOG, publishedAt: new Date() });
  await db.insert(schema.fragment).values({ ...text, name: FRAGMENT });
  await db.insert(schema.parameter).values({ name: 'bookings', value: 'true' });
  return {
    site,
    mailbox,
    admin,
    chief,
    streamer,
    member,
    roomId: room?.id ?? '',
    post: (path, body, as) => send(site, path, { as, body }),
    async stop() {
      await site.stop();
      await mailbox.close();
    },
  };
}
