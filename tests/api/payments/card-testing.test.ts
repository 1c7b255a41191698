import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makePerson, type Person } from '../../support/market/bookings.ts';
import { paidBookings } from '../../support/market/paid-bookings.ts';
import { bearer } from '../../support/people/people.ts';
import { Client, newAddress } from '../../support/servers/client.ts';
import { giveCard, saveCard } from '../../support/servers/payment-sandbox.ts';
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
  const saves = async (answer: ReturnType<typeof post>): Promise<string> => {
    const { status, body } = await answer;
    expect(status).toBe(201);
    return z.object({ url: z.string() }).parse(body).url;
  };
  /** Tries to save a card that the bank refuses. */
  const refuse = async (url: string) => {
    const fields = { number: '4000000000000002', month: '12', year: '2035', cvc: '123', name: 'Ana' };
    const page = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    expect(page.headers.get('Location')).toBeNull();
  };

  it('by saving them is limited per account, by those that banks refuse', async () => {
    for (let tried = 0; tried < 5; tried++) await refuse(await saves(post('/api/card')));
    await tooMany(post('/api/card'));
    expect(await byForm('/personal/payment', 'add', at.viewer)).toMatchObject(refusedPage);
    await saves(post('/api/card', {}, at.streamer));
  });

  it('by saving them is limited for cards that banks take, far above what anyone has', async () => {
    for (let tried = 0; tried < 20; tried++) await giveCard(await saves(post('/api/card')));
    await tooMany(post('/api/card'));
  });

  it('is not what visits to the page are, of one person or of many behind one address', async () => {
    const visit = triesFrom(newAddress());
    for (let tried = 0; tried < 12; tried++) await saves(visit('/api/card', at.viewer));
    for (let tried = 0; tried < 12; tried++) await saves(visit('/api/card', await makePerson(at.site.db)));
  });

  it('by paying with them is limited per account, and generously per network', async () => {
    const network = `2001:db8:${randomBytes(2).toString('hex')}:1`;
    const [address, same] = [`${network}::1`, `${network}:ffff::2`];
    const declined = { status: 402, body: { code: 'CARD_REFUSED' } };
    const payers = await Promise.all(Array.from({ length: 7 }, () => makePerson(at.site.db)));
    const ids: string[] = [];
    for (const [nth, payer] of payers.entries()) {
      await saveCard(at.site, payer, '4000000000000341');
      const { id } = z.object({ id: z.string() }).parse((await book(30 + nth, payer)).body);
      ids.push(id);
    }
    const tryAs = (nth: number, from: string) =>
      triesFrom(from)(`/api/booking/${ids[nth]}/pay`, payers[nth] ?? at.viewer);
    const exhaust = async (nth: number) => {
      for (let tried = 0; tried < 10; tried++) expect(await tryAs(nth, address)).toMatchObject(declined);
      await tooMany(tryAs(nth, newAddress()));
    };
    await Promise.all([0, 1, 2, 3, 4, 5].map(exhaust));
    expect(await byForm(`/personal/booking/${ids[0]}`, 'pay', payers[0])).toMatchObject(refusedPage);
    await tooMany(tryAs(6, same));
    expect(await tryAs(6, newAddress())).toMatchObject(declined);
  }, 120_000);

  it('is not what payments that succeed are', async () => {
    await saveCard(at.site, at.viewer);
    for (let nth = 0; nth < 12; nth++) {
      const { id } = z.object({ id: z.string() }).parse((await book(30 + nth)).body);
      expect(await post(`/api/booking/${id}/pay`)).toMatchObject({ status: 200 });
    }
  });
});
