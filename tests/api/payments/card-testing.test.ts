import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makePerson, type Person } from '../../support/market/bookings.ts';
import { paidBookings } from '../../support/market/paid-bookings.ts';
import { bearer } from '../../support/people/people.ts';
import { Client, newAddress } from '../../support/servers/client.ts';
import { saveCard } from '../../support/servers/payment-sandbox.ts';
import { send } from '../../support/servers/site.ts';

const { at, post, book } = paidBookings();

/** Thieves test stolen cards to see which of them still work. */
describe('Testing cards', () => {
  /** Returns a function that posts from one address, as any account. */
  const triesFrom = (address: string) => {
    const client = new Client(at.site.server.url, address);
    return (path: string, { token }: Pick<Person, 'token'>) =>
      client.call(path, { method: 'POST', headers: bearer(token), body: {} });
  };
  const tooMany = async (answer: ReturnType<typeof post>) => {
    const { status, body, headers } = await answer;
    expect({ status, body }).toEqual({ status: 429, body: { code: 'RATE_LIMITED' } });
    const after = Number(headers.get('Retry-After'));
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThanOrEqual(3_600);
  };
  const byForm = (path: string, intent: string, as: Person | undefined) =>
    send(at.site, path, { method: 'POST', as: as ?? at.viewer, body: new URLSearchParams({ intent }) });
  const refusedPage = { status: 429, body: expect.stringContaining('That was tried too often.') };
  const saves = (answer: ReturnType<typeof post>) => expect(answer).resolves.toMatchObject({ status: 201 });

  it('by saving them is limited per account, from every address', async () => {
    for (let tried = 0; tried < 5; tried++) await saves(post('/api/card'));
    await tooMany(post('/api/card'));
    expect(await byForm('/personal/payment', 'add', at.viewer)).toMatchObject(refusedPage);
    await saves(post('/api/card', {}, at.streamer));
  });

  it('by saving them is limited per address, for every account', async () => {
    const network = `2001:db8:${randomBytes(2).toString('hex')}:1`;
    for (const [address, same, other] of [
      [newAddress(), null, newAddress()],
      [`${network}::1`, `${network}:ffff::2`, `${network}2::1`],
    ] as const) {
      for (let tried = 0; tried < 5; tried++)
        await saves(triesFrom(address)('/api/card', await makePerson(at.site.db)));
      const next = await makePerson(at.site.db);
      await tooMany(triesFrom(address)('/api/card', next));
      if (same) await tooMany(triesFrom(same)('/api/card', next));
      await saves(triesFrom(other)('/api/card', next));
    }
  });

  it('by paying with them is limited per account and per address', async () => {
    const address = newAddress();
    const declined = { status: 402, body: { code: 'CARD_REFUSED' } };
    const payers = await Promise.all([0, 1, 2].map(() => makePerson(at.site.db)));
    const ids: string[] = [];
    for (const [nth, payer] of payers.entries()) {
      await saveCard(at.site, payer, '4000000000000341');
      const { id } = z.object({ id: z.string() }).parse((await book(30 + nth, payer)).body);
      ids.push(id);
    }
    const tryAs = (nth: number, from: string) =>
      triesFrom(from)(`/api/booking/${ids[nth]}/pay`, payers[nth] ?? at.viewer);
    for (const nth of [0, 1]) {
      for (let tried = 0; tried < 10; tried++) expect(await tryAs(nth, address)).toMatchObject(declined);
      await tooMany(tryAs(nth, newAddress()));
    }
    expect(await byForm(`/personal/booking/${ids[0]}`, 'pay', payers[0])).toMatchObject(refusedPage);
    await tooMany(tryAs(2, address));
    expect(await tryAs(2, newAddress())).toMatchObject(declined);
  });
});
