import { expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { describeError } from './log.ts';
import { ChannelStore } from './rooms/channel-store.ts';

test('A query that failed is logged without what it asked for', async () => {
  const db = openDatabase('postgres://nobody:password@127.0.0.1:9/nowhere');
  const error = await new ChannelStore(db, 'node-a').find('K7M4QX9TR').catch((reason: unknown) => reason);
  await db.$client.end();
  expect(String(error)).toContain('K7M4QX9TR');
  const logged = JSON.stringify(describeError(error));
  expect(logged).toContain('ECONNREFUSED');
  expect(logged).not.toContain('K7M4QX9TR');
  expect(logged).not.toContain('password');
});
