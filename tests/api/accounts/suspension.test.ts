import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit, channel, review, session, user } from '#db/schema/index.ts';
import { newRoomSchema } from '#protocol/room-code.ts';
import { AdminSite, errorOf, listSchema } from '../../support/people/as-admin.ts';
import { isSignedIn, logIn, type Member, memberOf, PASSWORD, signUp } from '../../support/people/members.ts';
import { bearer, makeStreamer, makeUser, signIn } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { linkIn, Mailbox } from '../../support/servers/mailbox.ts';
import { makeMediaNode } from '../../support/servers/media-node.ts';

const reason = 'You sent advertisements to guests.';

let site: AdminSite;
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  site = await AdminSite.start({ MAIL_FOLDER: mailbox.folder });
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});

const suspend = (id: string, token?: string, why = reason) =>
  site.ask(`user/${id}/suspension`, { body: { reason: why }, token });
const lift = (id: string, token?: string) => site.ask(`user/${id}/suspension`, { method: 'DELETE', token });

async function suspended(): Promise<Member> {
  const person = await signUp(site.server.url);
  expect((await suspend(person.id)).status).toBe(200);
  return person;
}

async function prove({ email }: Member): Promise<void> {
  const { token } = linkIn(await mailbox.waitFor(email, 'Confirm'));
  const answer = await new Client(site.server.url).call('/api/email/verify', { body: { token } });
  expect(answer.status).toBe(200);
}

describe('a suspended person', () => {
  it('is logged out everywhere, and cannot log in', async () => {
    const person = await signUp(site.server.url);
    const { username, client, token } = person;
    const phone = new Client(site.server.url);
    const onPhone = memberOf(await logIn(phone, username), phone);
    expect((await suspend(person.id)).status).toBe(200);
    for (const headers of [undefined, bearer(token), bearer(onPhone.token)]) {
      expect(await isSignedIn(new Client(site.server.url), headers)).toBe(false);
    }
    expect([await isSignedIn(client), await isSignedIn(phone)]).toEqual([false, false]);
    const answer = await logIn(new Client(site.server.url), username);
    expect([answer.status, answer.body]).toEqual([403, { code: 'ACCOUNT_SUSPENDED', reason }]);
    expect(answer.headers.has('set-cookie')).toBe(false);
    const form = new URLSearchParams({ intent: 'logIn', username, password: PASSWORD });
    const page = await new Client(site.server.url).call('/login', { body: form });
    expect([page.status, page.headers.has('set-cookie')]).toEqual([403, false]);
    expect(page.body).toContain(reason);
    expect(await site.db.$count(session, eq(session.userId, person.id))).toBe(0);
  });

  it('is not revealed by a wrong password', async () => {
    const { username } = await suspended();
    const answer = await logIn(new Client(site.server.url), username, 'wrong');
    expect([answer.status, answer.body]).toEqual([401, { code: 'WRONG_CREDENTIALS' }]);
  });

  it('cannot use links in emails, also earlier ones, and gets no new ones', async () => {
    const person = await signUp(site.server.url);
    await prove(person);
    const stranger = new Client(site.server.url);
    const post = (path: string, body: object) => stranger.call(`/api/${path}`, { body });
    await post('password/forgotten', { email: person.email });
    const { token } = linkIn(await mailbox.waitFor(person.email, 'Choose a new password'));
    await suspend(person.id);
    const reset = () => post('password/reset', { token, password: PASSWORD });
    expect(errorOf(await reset()).code).toBe('LINK_INVALID');
    expect((await stranger.call(`/login/reset/${token}`)).status).toBe(410);
    await post('password/forgotten', { email: person.email });
    // This email is sent after the one requested before it.
    await mailbox.waitFor(person.email, 'suspended');
    const resets = (await mailbox.to(person.email)).filter((mail) => mail.includes('Choose a new password'));
    expect(resets).toHaveLength(1);
    await lift(person.id);
    expect((await reset()).status).toBe(200);
  });

  it('is notified by email, also when it is lifted, at a confirmed address', async () => {
    const person = await signUp(site.server.url);
    await prove(person);
    await suspend(person.id);
    expect(await mailbox.waitFor(person.email, 'was suspended')).toContain(reason);
    expect((await lift(person.id)).status).toBe(200);
    await mailbox.waitFor(person.email, 'no longer suspended');
    expect((await logIn(new Client(site.server.url), person.username)).status).toBe(200);
  });

  it('can still use the contact form', async () => {
    const { client } = await suspended();
    const body = { message: 'Why?', email: 'someone@example.org' };
    expect((await client.call('/api/inquiry', { body })).status).toBe(201);
  });

  it('cannot log in at the moment of the suspension', async () => {
    for (let n = 0; n < 5; n++) {
      const { id, username } = await signUp(site.server.url);
      await Promise.all([suspend(id), logIn(new Client(site.server.url), username)]);
      expect(await site.db.$count(session, eq(session.userId, id))).toBe(0);
    }
  });
});

describe('a suspended streamer', () => {
  it('disappears from lists, map, profile and pictures, with their reviews', async () => {
    const { db } = site;
    const [id, other] = [
      await makeStreamer(db, await makeUser(db)),
      await makeStreamer(db, await makeUser(db)),
    ];
    await db.update(user).set({ latitude: 38.7, longitude: -9.1 }).where(eq(user.id, id));
    const ratings = [
      { authorId: id, producerId: other, rating: 1 },
      { authorId: await makeUser(db), producerId: id, rating: 5 },
    ];
    await db.insert(review).values(ratings);
    const [{ urlname, username } = { urlname: '', username: '' }] = await db
      .select()
      .from(user)
      .where(eq(user.id, id));
    const seen = async () => {
      const client = new Client(site.server.url);
      const listed = async (path: string) =>
        listSchema.parse((await client.call(`/api/${path}`)).body).entities.length;
      const shows = async (path: string) => String((await client.call(path)).body).includes(username);
      const status = async (path: string) => (await client.call(path)).status;
      const streamer = await client.call(`/api/user/streamer/${other}`);
      return {
        list: await shows('/user'),
        map: await shows('/user?view=map'),
        entity: await listed(`user?username=${username}`),
        profile: await status(`/user/${urlname}`),
        streamer: await status(`/api/user/streamer/${id}`),
        pictures: await status(`/api/image/user/${id}`),
        about: await listed(`review?producerId=${id}`),
        by: await listed(`review?authorId=${id}`),
        rating: Object(Object(streamer.body).rating),
      };
    };
    const shown = {
      list: true,
      map: true,
      entity: 1,
      profile: 200,
      streamer: 200,
      pictures: 200,
      about: 1,
      by: 1,
      rating: { average: 1, count: 1 },
    };
    expect(await seen()).toEqual(shown);
    await suspend(id);
    const hidden = { list: false, map: false, entity: 0, about: 0, by: 0 };
    const gone = { profile: 404, streamer: 404, pictures: 404 };
    expect(await seen()).toEqual({ ...hidden, ...gone, rating: { average: null, count: 0 } });
    await lift(id);
    expect(await seen()).toEqual(shown);
  });

  it('cannot be reviewed or made a favourite', async () => {
    const id = await makeStreamer(site.db, await makeUser(site.db));
    const fan = await signUp(site.server.url);
    await suspend(id);
    const answer = await fan.client.call('/api/review', { body: { producerId: id, rating: 5, text: '' } });
    expect(errorOf(answer)).toMatchObject({ code: 'INVALID_DATA', fields: ['producerId'] });
  });

  it('has their rooms ended', async () => {
    const { db } = site;
    await makeMediaNode(db);
    const { client, id } = await signUp(site.server.url);
    const { token } = newRoomSchema.parse((await client.call('/api/channel/ticket')).body);
    const ended: string[] = [];
    const { unlisten } = await db.$client.listen('channel_end', async (code) => {
      ended.push(code);
      await db
        .update(channel)
        .set({ status: 'FINISHED', endReason: 'admin', endedAt: new Date() })
        .where(eq(channel.token, code));
    });
    await suspend(id);
    await expect.poll(() => ended, { timeout: 15_000 }).toEqual([token]);
    await unlisten();
  });
});

describe('suspending', () => {
  it('requires an administrator, a reason, and another existing account', async () => {
    const { id, token } = await signUp(site.server.url);
    const other = await signUp(site.server.url);
    expect(errorOf(await suspend(other.id, token)).code).toBe('FORBIDDEN');
    expect(errorOf(await suspend(other.id, '')).code).toBe('NOT_SIGNED_IN');
    expect(errorOf(await lift(other.id, token)).code).toBe('FORBIDDEN');
    expect(errorOf(await suspend(site.adminId)).code).toBe('FORBIDDEN');
    expect(errorOf(await suspend(site.adminId.toUpperCase())).code).toBe('FORBIDDEN');
    expect(errorOf(await suspend('00000000-0000-4000-8000-000000000000')).code).toBe('NOT_FOUND');
    for (const why of ['', '  ', 'x'.repeat(501)]) {
      expect(errorOf(await suspend(id, undefined, why))).toMatchObject({
        code: 'INVALID_DATA',
        fields: ['reason'],
      });
    }
    expect(errorOf(await lift(id)).code).toBe('WRONG_STATE');
    const row = (await site.ask(`user/${id}`)).body;
    const change = { ...Object(row), suspendedAt: new Date(), suspensionReason: 'x' };
    expect((await site.ask(`user/${id}`, { method: 'PUT', body: change })).body).toMatchObject({
      suspendedAt: null,
      suspensionReason: null,
    });
  });

  it('is recorded in the audit trail, with the reasons', async () => {
    const { id } = await suspended();
    await suspend(id, undefined, 'Another one 🙂.');
    await lift(id);
    const entries = await site.db
      .select({ action: audit.action, before: audit.before, after: audit.after })
      .from(audit)
      .where(eq(audit.rowId, id))
      .orderBy(desc(audit.createdAt))
      .limit(3);
    const again = { suspensionReason: 'Another one 🙂.' };
    expect(entries.toReversed()).toEqual([
      { action: 'SUSPEND', before: {}, after: { suspensionReason: reason } },
      { action: 'SUSPEND', before: { suspensionReason: reason }, after: again },
      { action: 'LIFT_SUSPENSION', before: again, after: null },
    ]);
  });

  it('keeps one of two administrators who suspend each other', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => makeUser(site.db, {}, ['ADMIN'])));
    const tokens = await Promise.all([one, other].map((id) => signIn(site.db, id ?? '')));
    const statuses = await Promise.all([
      suspend(other ?? '', tokens[0]),
      suspend(one ?? '', tokens[1]),
      suspend(site.adminId, tokens[0]),
      suspend(site.adminId, tokens[1]),
    ]);
    const { db } = site;
    const admins = [one, other, site.adminId];
    const left = await Promise.all(
      admins.map(
        async (id) =>
          (
            await db
              .select()
              .from(user)
              .where(eq(user.id, id ?? ''))
          )[0]?.suspendedAt,
      ),
    );
    expect(left.filter((at) => at === null).length).toBeGreaterThanOrEqual(1);
    expect(statuses.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  });
});
