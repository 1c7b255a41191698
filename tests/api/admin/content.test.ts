import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blog, channel, fragment, review, userBlock, userLanguage, userPrice } from '#db/schema/index.ts';
import { makeStreamer, makeUser, signIn, unique } from '../../support/people/people.ts';
import { type Person, person, type Site, send, startSite } from '../../support/servers/site.ts';

let site: Site;
let admin: Person;
let reader: Person;
beforeAll(async () => {
  site = await startSite();
  admin = await person(site.db, ['ADMIN']);
  reader = await person(site.db);
});
afterAll(() => site.stop());

const status = async (path: string, as?: Person) => (await send(site, path, { as })).status;

describe('GET /api/blog/language/:language/article/:name', () => {
  const at = (language: string, name: string) => `/api/blog/language/${language}/article/${name}`;
  const post = { title: 'A post', body: '# Text', publishedAt: new Date(Date.now() - 1000) };

  it.each(['en', 'EN', 'ENGLISH', 'english', 'EngLish'])('finds the post by %s', async (said) => {
    const name = unique('post');
    await site.db.insert(blog).values([
      { ...post, name, language: 'ENGLISH' },
      { ...post, name, language: 'SPANISH', title: 'Un artículo' },
    ]);
    expect(await send(site, at(said, name))).toMatchObject({
      status: 200,
      body: { name, language: 'ENGLISH', title: 'A post', body: '# Text', translations: ['es'] },
    });
    expect((await send(site, at('spanish', name))).body).toMatchObject({ title: 'Un artículo' });
  });

  it.each([
    ['drafts', null],
    ['posts whose time has not come', new Date(Date.now() + 3_600_000)],
  ])('shows %s only to administrators, also as translations', async (_, publishedAt) => {
    const name = unique('post');
    await site.db.insert(blog).values([
      { ...post, name, language: 'ENGLISH', publishedAt },
      { ...post, name, language: 'SPANISH' },
    ]);
    expect(await status(at('en', name))).toBe(404);
    expect(await status(at('en', name), reader)).toBe(404);
    expect(await status(at('en', name), admin)).toBe(200);
    expect((await send(site, at('es', name))).body).toMatchObject({ translations: [] });
  });

  it.each(['xx', 'german', '%00', '%27%20or%20true', '..%2f..'])('finds nothing by %s', async (said) => {
    const name = unique('post');
    await site.db.insert(blog).values({ ...post, name, language: 'ENGLISH' });
    expect(await status(at(said, name))).toBe(404);
    expect(await status(at('en', `${name}%00`))).toBe(404);
  });
});

describe('GET /api/fragment/language/:language/name/:name', () => {
  it('finds the fragment by language and name', async () => {
    const name = unique('fragment');
    await site.db.insert(fragment).values({ name, language: 'SPANISH', title: 'Ayuda', body: 'Texto' });
    const at = (language: string) => `/api/fragment/language/${language}/name/${name}`;
    for (const said of ['es', 'SPANISH']) {
      expect(await send(site, at(said))).toMatchObject({
        status: 200,
        body: { name, title: 'Ayuda', body: 'Texto', language: 'SPANISH' },
      });
    }
    expect(await status(at('en'))).toBe(404);
  });
});

describe('GET /api/user/streamer/:id', () => {
  type Change = Parameters<typeof makeUser>[1];

  async function makeStreamer(change: Change = {}, roles = ['PRODUCER'], prices = 1): Promise<Person> {
    const values = { controlModes: ['VOICE', 'PAD'], latitude: 38.716_93, longitude: -9.139_99, ...change };
    const id = await makeUser(site.db, values, roles);
    const all = ['EUR', 'USD'].slice(0, prices).map((currency) => ({ userId: id, currency, perMinute: 1.5 }));
    if (all.length > 0) await site.db.insert(userPrice).values(all);
    await site.db.insert(userLanguage).values({ userId: id, language: 'PORTUGUESE' });
    return { id, token: await signIn(site.db, id) };
  }
  const at = ({ id }: { id: string }) => `/api/user/streamer/${id}`;

  it('contains public fields and nothing else', async () => {
    const streamer = await makeStreamer({ legalName: 'Secret Name', description: 'Trams' });
    for (const [rating, author] of [[5, reader] as const, [4, admin] as const]) {
      await site.db.insert(review).values({ authorId: author.id, producerId: streamer.id, rating });
    }
    const { body } = await send(site, at(streamer));
    expect(body).toEqual({
      availableNow: false,
      isDemo: false,
      id: streamer.id,
      username: expect.any(String),
      urlname: expect.any(String),
      firstName: null,
      lastName: null,
      description: 'Trams',
      hasAvatar: false,
      avatarKey: null,
      channelCamera: null,
      controlModes: ['VOICE'],
      languages: ['PORTUGUESE'],
      prices: [{ currency: 'EUR', perMinute: 1.5 }],
      place: { latitude: 38.72, longitude: -9.14 },
      rating: { average: 4.5, count: 2 },
    });
  });

  it('offers the pad if it is enabled, and no rating without reviews', async () => {
    expect((await send(site, at(await makeStreamer({ padEnabled: true })))).body).toMatchObject({
      controlModes: ['VOICE', 'PAD'],
      rating: { average: null, count: 0 },
    });
  });

  const MODES: [controlModes: string[], padEnabled: boolean, shown: boolean][] = [
    [[], true, false],
    [['VOICE'], false, true],
    [['VOICE'], true, true],
    [['PAD'], false, false],
    [['PAD'], true, true],
    [['VOICE', 'PAD'], false, true],
    [['VOICE', 'PAD'], true, true],
  ];
  const OFFERS: [roles: string[], prices: number, shown: boolean][] = [
    [['PRODUCER'], 2, true],
    [['PRODUCER', 'ADMIN'], 1, true],
    [['PRODUCER'], 0, false],
    [['ADMIN'], 2, false],
    [[], 2, false],
  ];
  const cases = MODES.flatMap(([controlModes, padEnabled, offersMode]) =>
    OFFERS.map(([roles, prices, offers]) => {
      return { controlModes, padEnabled, roles, prices, shown: offersMode && offers };
    }),
  );

  it.each(cases)(
    'with $controlModes, pad enabled $padEnabled, roles $roles and $prices prices: shown $shown',
    async ({ controlModes, padEnabled, roles, prices, shown }) => {
      const streamer = await makeStreamer({ controlModes, padEnabled }, roles, prices);
      expect(await status(at(streamer))).toBe(shown ? 200 : 404);
    },
  );

  it('hides streamers from themselves, and from people they blocked or who blocked them', async () => {
    const streamer = await makeStreamer();
    expect(await status(at(streamer), reader)).toBe(200);
    expect(await status(at(streamer), streamer)).toBe(404);
    await site.db.insert(userBlock).values({ userId: reader.id, blockedId: streamer.id });
    expect(await status(at(streamer), reader)).toBe(404);
    await site.db.delete(userBlock).where(eq(userBlock.userId, reader.id));
    await site.db.insert(userBlock).values({ userId: streamer.id, blockedId: reader.id });
    expect(await status(at(streamer), reader)).toBe(404);
    expect(await status(at(streamer), admin)).toBe(200);
  });

  it.each(['1', 'x', '%00', '00000000-0000-4000-8000-000000000000'])('finds nobody as %s', async (id) => {
    expect(await status(at({ id }))).toBe(404);
  });
});

async function makeRoom(change: Partial<typeof channel.$inferInsert>) {
  const token = Array.from({ length: 9 }, () => 'ACDEFGHJK'[Math.floor(Math.random() * 9)]).join('');
  const expiresAt = new Date(Date.now() + 60_000);
  const values = {
    token,
    expiresAt,
    nodeId: 'node',
    hostKey: 'host',
    latitude: 41,
    longitude: 2,
    ...change,
  };
  const [row] = await site.db.insert(channel).values(values).returning({ id: channel.id });
  return { id: row?.id ?? '', token };
}

describe('GET /api/channel/requested/:id', () => {
  it.each([
    ['host', () => ({ hostUserId: reader.id })],
    ['guest', () => ({ guestUserId: reader.id, guestKey: 'guest', status: 'REQUESTED' })],
  ])('shows the room to its %s, by id and by code, and to nobody else', async (seat, change) => {
    const { id, token } = await makeRoom(change());
    for (const name of [id, token]) {
      const { body } = await send(site, `/api/channel/requested/${name}`, { as: reader });
      expect(body).toMatchObject({ id, token, seat });
      expect(Object.keys(Object(body))).not.toEqual(expect.arrayContaining(['hostKey']));
      expect(JSON.stringify(body)).not.toMatch(/hostKey|guestKey|nodeId|latitude/);
      expect(await status(`/api/channel/requested/${name}`)).toBe(404);
      expect(await status(`/api/channel/requested/${name}`, admin)).toBe(404);
    }
  });

  it('shows the host’s position to administrators, to the host, and to the guest if the host shares it', async () => {
    const seats = { hostUserId: await makeUser(site.db), guestUserId: reader.id, guestKey: 'guest' };
    const place = { latitude: 41, longitude: 2 };
    const read = async (id: string, as: Person) => (await send(site, `/api/channel/${id}`, { as })).body;
    const kept = await makeRoom({ ...seats, status: 'REQUESTED' });
    expect(await read(kept.id, admin)).toMatchObject({ ...place, placeShared: false });
    expect(await read(kept.id, reader)).not.toHaveProperty('latitude');
    const own = await makeRoom({ hostUserId: reader.id });
    expect(await read(own.id, reader)).toMatchObject(place);
    const shared = await makeRoom({ ...seats, guestKey: 'other', status: 'REQUESTED', placeShared: true });
    expect(await read(shared.id, reader)).toMatchObject(place);
    const { body } = await send(site, `/api/channel/requested/${shared.token}`, { as: reader });
    expect(body).toMatchObject({ place });
  });

  it('recognises a person in a seat by the browser', async () => {
    const address = { 'X-Forwarded-For': '198.19.1.1' };
    await site.db.execute("insert into media_node (id, heartbeat_at) values ('node', now())");
    const made = await send(site, '/api/channel/ticket', { headers: address });
    const cookie = made.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const [room] = await site.db.select().from(channel).where(eq(channel.nodeId, 'node')).limit(100);
    const rooms = await site.db.select().from(channel);
    const mine = rooms.find(({ hostKey }) => hostKey !== 'host');
    expect(room && mine).toBeDefined();
    const path = `/api/channel/requested/${mine?.id}`;
    expect(await send(site, path, { headers: { Cookie: cookie } })).toMatchObject({
      status: 200,
      body: { token: mine?.token, seat: 'host' },
    });
    expect(await status(path)).toBe(404);
  });

  it('limits guesses of codes', async () => {
    const headers = { 'X-Forwarded-For': '198.19.1.2' };
    const guess = async () => (await send(site, '/api/channel/requested/ACDEFGHJK', { headers })).status;
    const answers = [];
    for (let i = 0; i < 21; i++) answers.push(await guess());
    expect(answers).toEqual([...Array(20).fill(404), 429]);
  });
});

describe('GET /api/channel/people/:token', () => {
  const people = async (token: string, as?: Person) =>
    (await send(site, `/api/channel/people/${token}`, { as })).body;
  const open = { cameraType: 'INTEGRATED_CAM', guestKey: null };

  it('shows the host to anyone with an open code, and nobody with another one', async () => {
    const hostUserId = await makeUser(site.db, { firstName: 'Ana', lastName: 'Hidden' });
    await site.db.insert(userLanguage).values({ userId: hostUserId, language: 'SPANISH' });
    const { token } = await makeRoom({ ...open, hostUserId });
    const host = { id: hostUserId, name: 'Ana', languages: ['SPANISH'], profile: null, reviewable: false };
    const body = await people(token);
    expect(body).toEqual({ host: { ...host, avatar: `/api/avatar/${hostUserId}?size=md` }, guest: null });
    // The guest may wait for the host.
    const unopened = await makeRoom({ hostUserId });
    expect(await people(unopened.token)).toMatchObject({ host: { id: hostUserId } });
    const expired = await makeRoom({ ...open, hostUserId, expiresAt: new Date(0) });
    expect(await people(expired.token)).toMatchObject({ code: 'CODE_INVALID' });
  });

  it('shows each person in a call the other, and whether they may review them, once', async () => {
    const streamer = await person(site.db);
    await makeStreamer(site.db, streamer.id);
    const seats = { hostUserId: streamer.id, guestUserId: reader.id, guestKey: 'guest' };
    const waiting = await makeRoom({ ...seats, status: 'REQUESTED' });
    const first = await people(waiting.token, reader);
    expect(first).toMatchObject({ host: { id: streamer.id, reviewable: false }, guest: { id: reader.id } });
    const started = await makeRoom({ ...seats, status: 'STARTED', startedAt: new Date() });
    expect(await people(started.token, reader)).toMatchObject({
      host: { profile: expect.any(String), reviewable: true },
    });
    expect(await people(started.token, streamer)).toMatchObject({
      guest: { profile: null, reviewable: false },
    });
    expect(await people(started.token, admin)).toMatchObject({ code: 'CODE_INVALID' });
    await site.db.insert(review).values({ authorId: reader.id, producerId: streamer.id, rating: 5 });
    expect(await people(started.token, reader)).toMatchObject({ host: { reviewable: false } });
  });

  it('shows no suspended accounts', async () => {
    const hostUserId = await makeUser(site.db, { suspendedAt: new Date(), suspensionReason: 'spam' });
    const { token } = await makeRoom({ ...open, hostUserId });
    expect(await people(token)).toEqual({ host: null, guest: null });
  });
});
