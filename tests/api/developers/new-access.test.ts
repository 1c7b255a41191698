import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiKey, audit, user } from '#db/schema/index.ts';
import { newKey, ownerOfKeys } from '../../support/people/keys.ts';
import { setPassword, signIn } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { linkIn, Mailbox } from '../../support/servers/mailbox.ts';
import { type Person, type Site, send, startSite } from '../../support/servers/site.ts';

let site: Site;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await Mailbox.open();
  site = await startSite({ MAIL_FOLDER: mailbox.folder });
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});

const HOOK = 'https://hooks.example.org/panocall';
const newHook = (as: Person) =>
  send(site, '/api/webhook', { as, body: { url: HOOK, events: ['call.started'] } });

async function emailOf({ id }: Person): Promise<string> {
  const [row] = await site.db.select().from(user).where(eq(user.id, id));
  return row?.email ?? '';
}

/** Where the form leads that sets a new password through an emailed link. */
async function afterReset(as: Person): Promise<string | null> {
  await setPassword(site.db, as.id);
  const email = await emailOf(as);
  const client = new Client(site.server.url);
  await client.call('/api/password/forgotten', { body: { email } });
  const { path } = linkIn(await mailbox.waitFor(email, 'Choose a new password'));
  const body = new URLSearchParams({ intent: 'reset', password: 'a wholly new one' });
  return (await client.call(path, { body })).headers.get('Location');
}

it('The owner of a new API key or webhook is emailed about it, and the audit trail records it', async () => {
  const me = await ownerOfKeys(site);
  const email = await emailOf(me);
  await newKey(site, me, { name: 'Tours' });
  expect(await mailbox.waitFor(email, 'An API key was created')).toContain('Tours');
  expect(await newHook(me)).toMatchObject({ status: 201 });
  const mail = await mailbox.waitFor(email, 'A webhook was created');
  expect(mail).toContain(HOOK);
  expect(mail).toContain('/personal/developer');
  const rows = await site.db.select().from(audit).where(eq(audit.actorId, me.id));
  expect(rows.map(({ action }) => action).sort()).toEqual(['ADD_KEY', 'ADD_WEBHOOK']);
});

it('A new password by email leads to the keys and webhooks that still work, where they can be ended', async () => {
  const [bare, holder, revoked] = [await ownerOfKeys(site), await ownerOfKeys(site), await ownerOfKeys(site)];
  await newHook(holder);
  await newKey(site, revoked);
  await site.db.update(apiKey).set({ revokedAt: new Date() }).where(eq(apiKey.userId, revoked.id));
  expect(await afterReset(bare)).toBe('/login?done=reset');
  expect(await afterReset(revoked)).toBe('/login?done=reset');
  const location = await afterReset(holder);
  const { pathname, searchParams } = new URL(location ?? '', site.server.url);
  expect([pathname, searchParams.get('done')]).toEqual(['/login', 'reset']);
  const next = searchParams.get('redirectTo') ?? '';
  const as = { ...holder, token: await signIn(site.db, holder.id) };
  const page = (await send(site, next, { as })).bytes.toString();
  expect(page).toContain('still work');
  expect(page).toContain(HOOK);
});
