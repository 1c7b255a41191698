import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AuditAction } from '#app/audit/actions.ts';
import { audit, channel, user } from '#db/schema/index.ts';
import { makeAdministrator } from '#scripts/accounts/administrator.ts';
import { AdminSite, errorOf } from '../../support/people/as-admin.ts';
import { logIn, type Member, newName, PASSWORD, signUp } from '../../support/people/members.ts';
import { bearer, makeUser, setPassword, unique } from '../../support/people/people.ts';
import { Client } from '../../support/servers/client.ts';
import { linkIn, Mailbox } from '../../support/servers/mailbox.ts';

let site: AdminSite;
let mailbox: Mailbox;
let admin: Client;
let adminName: string;

beforeAll(async () => {
  mailbox = await Mailbox.open();
  site = await AdminSite.start({ MAIL_FOLDER: mailbox.folder });
  admin = new Client(site.server.url);
  const [row] = await site.db.select().from(user).where(eq(user.id, site.adminId));
  adminName = row?.username ?? '';
});
afterAll(async () => {
  await site.stop();
  await mailbox.close();
});

const ask = (path: string, method?: string, body?: unknown) =>
  admin.call(`/api/${path}`, { method, body, headers: bearer(site.token) });
const idIn = ({ body }: { body: unknown }) => z.object({ id: z.string() }).parse(body).id;
const entriesOf = (rowId: string) =>
  site.db.select().from(audit).where(eq(audit.rowId, rowId)).orderBy(asc(audit.createdAt));
const actionsOf = async (rowId: string) => (await entriesOf(rowId)).map(({ action }) => action);
const count = (action: AuditAction) => site.db.$count(audit, eq(audit.action, action));

const city = () => ({ name: unique('Town'), country: 'ES', latitude: 1, longitude: 2 });

async function prove({ email }: Pick<Member, 'email'>): Promise<void> {
  const { token } = linkIn(await mailbox.waitFor(email, 'Confirm'));
  const answer = await new Client(site.server.url).call('/api/email/verify', { body: { token } });
  expect(answer.status).toBe(200);
}

describe('an administrator’s write', () => {
  it('is recorded with the changed fields, the actor and the address', async () => {
    const made = city();
    const id = idIn(await ask('city', 'POST', made));
    await ask(`city/${id}`, 'PUT', { ...made, latitude: 40.5, version: 1 });
    await ask(`city/${id}`, 'DELETE');
    const by = { actorId: site.adminId, actorName: adminName, address: admin.address, entity: 'city' };
    expect(await entriesOf(id)).toMatchObject([
      { ...by, action: 'CREATE', before: null, after: made },
      { ...by, action: 'UPDATE', before: { latitude: 1 }, after: { latitude: 40.5 } },
      { ...by, action: 'DELETE', before: { ...made, latitude: 40.5 }, after: null },
    ]);
    const [, change] = await entriesOf(id);
    expect(Object.keys(Object(change?.after))).toEqual(['latitude']);
  });

  it('is recorded for a change of a parameter', async () => {
    const name = unique('parameter');
    const id = idIn(await ask('parameter', 'POST', { name, value: 'true' }));
    await ask(`parameter/${id}`, 'PUT', { value: 'false', version: 1 });
    expect((await entriesOf(id))[1]).toMatchObject({
      action: 'UPDATE',
      before: { value: 'true' },
      after: { value: 'false' },
    });
  });

  it('is recorded without personal data, and with the beginning of a long text', async () => {
    const person = await signUp(site.server.url);
    const { version } = z.object({ version: z.number() }).parse((await ask(`user/${person.id}`)).body);
    const { email } = newName();
    const description = `${'🙂'.repeat(400)}end`;
    await ask(`user/${person.id}`, 'PUT', { email, legalName: 'Ada Byron', description, version });
    const change = (await entriesOf(person.id)).at(-1);
    expect(change).toMatchObject({
      before: { email: '***' },
      after: { email: '***', legalName: '***', description: `${'🙂'.repeat(250)}…` },
    });
    expect(JSON.stringify(change)).not.toMatch(/Byron|example\.org/);
  });

  it('is recorded when it is undone', async () => {
    const id = idIn(await ask('city', 'POST', city()));
    const client = new Client(site.server.url);
    await setPassword(site.db, site.adminId);
    expect((await logIn(client, adminName)).status).toBe(200);
    const form = (fields: Record<string, string>) =>
      client.call('/admin/city?index', { body: new URLSearchParams(fields) });
    const page = String((await form({ intent: 'delete', id })).body);
    const undo = /name="undo" value="([^"]+)"/.exec(page)?.[1] ?? '';
    expect((await form({ intent: 'undo', undo })).status).toBe(302);
    expect(await actionsOf(id)).toEqual(['CREATE', 'DELETE', 'RESTORE']);
  });

  it('is recorded when it ends a room', async () => {
    const { db } = site;
    const open = { token: unique('ROOM'), status: 'CREATED', hostKey: 'key', nodeId: 'node' };
    const expiresAt = new Date(Date.now() + 60_000);
    const [room] = await db
      .insert(channel)
      .values({ ...open, expiresAt })
      .returning();
    const id = room?.id ?? '';
    // Stands in for the media server.
    const { unlisten } = await db.$client.listen('channel_end', async (code) => {
      const end = { status: 'FINISHED', endReason: 'admin', endedAt: new Date() };
      await db.update(channel).set(end).where(eq(channel.token, code));
    });
    const end = () =>
      admin.call(`/admin/channel/${id}`, {
        body: new URLSearchParams({ intent: 'end' }),
        headers: bearer(site.token),
      });
    expect((await end()).status).toBe(302);
    await unlisten();
    // A room that has ended is not ended again.
    expect((await end()).status).toBe(302);
    expect(await entriesOf(id)).toMatchObject([
      { action: 'END_ROOM', entity: 'channel', actorId: site.adminId, address: admin.address },
    ]);
  });

  it('is recorded only for administrators', async () => {
    const person = await signUp(site.server.url);
    const row = (await person.client.call('/api/user/auth')).body;
    const body = { ...Object(row), description: 'Hello' };
    expect((await person.client.call(`/api/user/${person.id}`, { method: 'PUT', body })).status).toBe(200);
    expect(await actionsOf(person.id)).toEqual(['LOG_IN']);
  });
});

describe('an entry is written together with the change it describes', () => {
  /** Makes transactions that write to a table fail when they commit. */
  async function failing(table: string, work: () => Promise<void>): Promise<void> {
    const name = unique('refuse').replaceAll('-', '_');
    await site.db.execute(
      sql.raw(`create function ${name}() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$;
      create constraint trigger ${name} after insert or update or delete on "${table}"
      deferrable initially deferred for each row execute function ${name}()`),
    );
    try {
      await work();
    } finally {
      await site.db.execute(sql.raw(`drop function ${name}() cascade`));
    }
  }
  const refused = (path: string, method: string, body?: unknown) =>
    admin.call(`/api/${path}`, { method, body, headers: bearer(site.token), unchecked: true });

  it('or neither: a failed write leaves no entry', async () => {
    const made = city();
    const id = idIn(await ask('city', 'POST', made));
    const created = await count('CREATE');
    await failing('city', async () => {
      expect((await refused('city', 'POST', city())).status).toBe(500);
      expect((await refused(`city/${id}`, 'PUT', { latitude: 3, version: 1 })).status).toBe(500);
      expect((await refused(`city/${id}`, 'DELETE')).status).toBe(500);
    });
    expect((await ask('city', 'POST', made)).status).toBe(409);
    expect((await ask(`city/${id}`, 'PUT', { latitude: 3, version: 2 })).status).toBe(409);
    expect(await count('CREATE')).toBe(created);
    expect(await actionsOf(id)).toEqual(['CREATE']);
  });

  it('or neither: if the entry fails, nothing is written and no one is logged in', async () => {
    const made = city();
    const { username } = await signUp(site.server.url);
    await failing('audit', async () => {
      expect((await refused('city', 'POST', made)).status).toBe(500);
      const body = { username, password: PASSWORD };
      const answer = await new Client(site.server.url).call('/api/login', { body, unchecked: true });
      expect([answer.status, answer.headers.has('set-cookie')]).toEqual([500, false]);
    });
    expect((await ask(`city?q=${made.name}`)).body).toMatchObject({ total: 0 });
  });
});

describe('access is recorded', () => {
  it('a role given and taken away, also on the command line', async () => {
    const id = await makeUser(site.db);
    const roleId = idIn(await ask('role', 'POST', { userId: id, rolename: 'PRODUCER' }));
    await ask(`role/${roleId}`, 'DELETE');
    expect(await entriesOf(id)).toMatchObject([
      { action: 'GIVE_ROLE', entity: 'user', actorName: adminName, after: { rolename: 'PRODUCER' } },
      { action: 'TAKE_ROLE', entity: 'user', actorName: adminName, before: { rolename: 'PRODUCER' } },
    ]);
    const { username, email } = newName();
    await makeAdministrator(site.url, { username, email });
    const [made] = await site.db.select().from(user).where(eq(user.username, username));
    expect(await entriesOf(made?.id ?? '')).toMatchObject([
      { action: 'GIVE_ROLE', actorId: null, address: null, after: { rolename: 'ADMIN' } },
    ]);
  });

  it('a log-in, and a refused one, without a name that does not exist', async () => {
    const { id, username } = await signUp(site.server.url);
    const client = new Client(site.server.url);
    await logIn(client, username);
    await logIn(client, username, 'wrong');
    const nobody = `hunter2-${unique('typed')}`;
    await logIn(client, nobody, 'wrong');
    const from = { address: client.address };
    expect((await entriesOf(id)).slice(1)).toMatchObject([
      { ...from, action: 'LOG_IN', actorId: id, actorName: username, after: { userAgent: 'node' } },
      { ...from, action: 'LOG_IN_REFUSED', actorId: null, actorName: null, entity: 'user' },
    ]);
    const unknown = and(eq(audit.address, client.address), eq(audit.action, 'LOG_IN_REFUSED'));
    const refusals = await site.db.select().from(audit).where(unknown).orderBy(asc(audit.createdAt));
    expect(refusals).toMatchObject([{ rowId: id }, { rowId: null, entity: null, after: null }]);
    expect(JSON.stringify(refusals)).not.toContain(nobody);
  });

  it('a lock-out, once for all refused attempts', async () => {
    const { id, username, client } = await signUp(site.server.url);
    for (let n = 0; n < 14; n++) await logIn(new Client(site.server.url), username, 'wrong');
    const wrong = { password: 'wrong', newPassword: 'another password' };
    for (let n = 0; n < 8; n++) await client.call('/api/password', { body: wrong });
    const lockOuts = (await entriesOf(id)).filter(({ action }) => action === 'LOCKED_OUT');
    expect(lockOuts).toMatchObject([
      { actorId: null, after: { limit: 'loginName' } },
      { actorId: id, address: client.address, after: { limit: 'password' } },
    ]);
    const network = new Client(site.server.url);
    for (let n = 0; n < 34; n++) await logIn(network, unique('typed'), 'wrong');
    const byNetwork = and(eq(audit.address, network.address), eq(audit.action, 'LOCKED_OUT'));
    expect(await site.db.select().from(audit).where(byNetwork)).toMatchObject([
      { entity: null, rowId: null, after: { limit: 'login' } },
    ]);
  });

  it('refused access to administration, of people who are logged in', async () => {
    const { id, client } = await signUp(site.server.url);
    expect((await client.call('/admin/user')).status).toBe(302);
    expect((await client.call('/api/audit')).status).toBe(403);
    expect((await client.call('/api/city', { body: city() })).status).toBe(403);
    expect((await new Client(site.server.url).call('/api/audit')).status).toBe(401);
    const by = and(eq(audit.actorId, id), eq(audit.action, 'ACCESS_REFUSED'));
    const refusals = await site.db.select().from(audit).where(by).orderBy(asc(audit.createdAt));
    expect(refusals.map(({ after }) => after)).toEqual([
      { path: '/admin/user' },
      { path: '/api/audit' },
      { path: '/api/city' },
    ]);
    for (let n = 0; n < 30; n++) await client.call('/api/audit');
    expect(await site.db.$count(audit, by)).toBe(20);
  });

  it('changed and reset passwords, and a new address', async () => {
    const person = await signUp(site.server.url);
    await prove(person);
    await person.client.call('/api/password', {
      body: { password: PASSWORD, newPassword: 'another horse battery' },
    });
    const { email } = newName();
    await person.client.call('/api/email', { body: { email } });
    await prove({ email });
    await person.client.call('/api/password/forgotten', { body: { email } });
    const { token } = linkIn(await mailbox.waitFor(email, 'Choose a new password'));
    const stranger = new Client(site.server.url);
    await stranger.call('/api/password/reset', { body: { token, password: PASSWORD } });
    const entries = await entriesOf(person.id);
    expect(entries.map(({ action }) => action)).toEqual([
      'LOG_IN',
      'CHANGE_PASSWORD',
      'CHANGE_EMAIL',
      'RESET_PASSWORD',
    ]);
    expect(entries.at(-1)).toMatchObject({ actorId: person.id, address: stranger.address });
  });

  it('sessions ended by an administrator, but no others', async () => {
    const person = await signUp(site.server.url);
    const own = await signUp(site.server.url);
    await own.client.call(`/api/session/${own.sessionId}`, { method: 'DELETE' });
    expect(await actionsOf(own.id)).toEqual(['LOG_IN']);
    expect((await ask(`session/${person.sessionId}`, 'DELETE')).status).toBe(200);
    expect((await person.client.call('/api/user/auth')).status).toBe(401);
    expect((await entriesOf(person.id)).at(-1)).toMatchObject({
      action: 'END_SESSIONS',
      actorName: adminName,
      before: { sessions: [`node, ${person.sessionId}`] },
    });
    for (const client of [1, 2].map(() => new Client(site.server.url))) await logIn(client, person.username);
    expect((await ask(`user/${person.id}/session`, 'DELETE')).status).toBe(200);
    expect((await ask(`user/${person.id}/session`)).body).toEqual({ sessions: [] });
    expect(Object((await entriesOf(person.id)).at(-1)?.before).sessions).toHaveLength(2);
    const stranger = await signUp(site.server.url);
    for (const method of ['GET', 'DELETE']) {
      const answer = await stranger.client.call(`/api/user/${person.id}/session`, { method });
      expect(errorOf(answer).code).toBe('FORBIDDEN');
    }
    expect(errorOf(await ask(`user/${person.id}/session`, 'DELETE')).code).toBe('NOT_FOUND');
  });

  it('deleted accounts, by their owner or an administrator, of which only the name is kept', async () => {
    const [one, other] = [await signUp(site.server.url), await signUp(site.server.url)];
    const deletion = { method: 'DELETE', body: { password: PASSWORD } };
    expect((await one.client.call(`/api/user/${one.id}`, deletion)).status).toBe(200);
    expect((await ask(`user/${other.id}`, 'DELETE')).status).toBe(200);
    const kept = ({ username }: Member) => ({
      action: 'DELETE',
      before: { username, urlname: username },
      after: null,
    });
    expect((await entriesOf(one.id)).at(-1)).toMatchObject({
      ...kept(one),
      actorId: one.id,
      actorName: one.username,
    });
    expect((await entriesOf(other.id)).at(-1)).toMatchObject({ ...kept(other), actorName: adminName });
  });
});
