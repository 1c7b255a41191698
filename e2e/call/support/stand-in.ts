import type { APIRequestContext } from '@playwright/test';
import { camera, TestClient } from '#media-server/tests/support/client.ts';
import type { SeatName } from '#protocol/channel.ts';
import { newRoomSchema } from '#protocol/room-code.ts';
import { seatTicketSchema } from '#protocol/ticket.ts';
import { expect } from '../../support/test.ts';

/** Takes a seat with only a socket, for behaviour that no page has. */
export async function takeSeat(
  request: APIRequestContext,
  code: string,
  seat: SeatName,
  rejoin = false,
): Promise<TestClient> {
  const answer = await request.post(`/api/channel/seat/${code.replaceAll('-', '')}`, {
    data: { seat, rejoin },
  });
  expect(answer.status()).toBe(200);
  const { ticket } = seatTicketSchema.parse(await answer.json());
  const client = await TestClient.connect(Number(process.env.E2E_MEDIA_PORT));
  await client.login({ ticket });
  return client;
}

/** Creates a room whose host is a stand-in; returns its code. */
export async function standInRoom(request: APIRequestContext): Promise<{ code: string; host: TestClient }> {
  const made = await request.get('/api/channel/ticket');
  const { token } = newRoomSchema.parse(await made.json());
  const host = await takeSeat(request, token, 'host');
  await host.request('createChannel', { camera });
  return { code: token, host };
}
