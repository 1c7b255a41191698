import { eq } from 'drizzle-orm';
import postgres from 'postgres';
import { z } from 'zod';
import { openDatabase } from '#db/client.ts';
import { stream } from '#db/schema/index.ts';
import { camera, TestClient } from '#media-server/tests/support/client.ts';
import type { SeatName } from '#protocol/channel.ts';
import { newRoomSchema } from '#protocol/room-code.ts';
import { seatTicketSchema } from '#protocol/ticket.ts';
import { makePaidRoom } from '#tests/support/market/paid-room.ts';
import { Client } from '#tests/support/servers/client.ts';

/**
 * Process on the lab's server machine, the only place from which its ports and database are reachable. `node
 * in-servers.ts rows DATABASE_URL` prints the number of rows of each table as JSON, `node in-servers.ts joins COUNT
 * ORIGIN MEDIA_PORT` makes that many pairs enter a room and leave it, `node in-servers.ts paid DATABASE_URL ORIGIN`
 * prints a `paidRoomSchema` of two new people, `node in-servers.ts billed DATABASE_URL STREAM` prints the billed time
 * of the stream in ms.
 */
const [task, ...args] = process.argv.slice(2);
if (task === 'rows') await printRows(z.string().parse(args[0]));
else if (task === 'paid') await printPaidRoom(z.tuple([z.url(), z.url()]).parse(args));
else if (task === 'billed') await printBilled(z.tuple([z.url(), z.uuid()]).parse(args));
else await joinAndLeave(z.tuple([z.coerce.number(), z.url(), z.coerce.number()]).parse(args));

async function printRows(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`;
  const counts = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await sql.unsafe<{ rows: number }[]>(`select count(*)::int as rows from ${name}`);
      return [name, row?.rows ?? 0] as const;
    }),
  );
  console.log(JSON.stringify(Object.fromEntries(counts)));
  await sql.end();
}

async function joinAndLeave([count, origin, mediaPort]: [number, string, number]): Promise<void> {
  for (let pair = 0; pair < count; pair++) {
    const host = new Client(origin);
    const guest = new Client(origin);
    const { token } = newRoomSchema.parse((await host.call('/api/channel/ticket')).body);
    const hostSocket = await takeSeat(host, token, 'host', mediaPort);
    await hostSocket.request('createChannel', { camera });
    const guestSocket = await takeSeat(guest, token, 'guest', mediaPort);
    await guestSocket.request('requestChannel', { camera });
    for (const socket of [hostSocket, guestSocket])
      for (const direction of ['send', 'receive'] as const)
        await socket.request('createTransport', { direction });
    // Every other pair leaves; the others vanish as if their network failed.
    if (pair % 2 === 0) await guestSocket.request('leaveChannel', {});
    await Promise.all([hostSocket.drop(), guestSocket.drop()]);
  }
}

async function takeSeat(client: Client, token: string, seat: SeatName, port: number): Promise<TestClient> {
  const { body } = await client.call(`/api/channel/seat/${token}`, { body: { seat, rejoin: false } });
  const { ticket } = seatTicketSchema.parse(body);
  const socket = await TestClient.connect(port, client.address);
  await socket.login({ ticket });
  return socket;
}

async function printPaidRoom([url, origin]: [string, string]): Promise<void> {
  const db = openDatabase(url);
  console.log(JSON.stringify(await makePaidRoom(db, origin)));
  await db.$client.end();
}

async function printBilled([url, streamId]: [string, string]): Promise<void> {
  const db = openDatabase(url);
  const [row] = await db.select().from(stream).where(eq(stream.id, streamId));
  console.log(row?.deliveredMs ?? 0);
  await db.$client.end();
}
