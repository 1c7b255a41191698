import type { RealtimeClient } from '#app/realtime/client.ts';
import type { Camera } from '#protocol/camera.ts';
import type { CallState } from './call-state.ts';

/**
 * Sends a seat's camera; the first time, this opens or enters the room.
 * @throws ProtocolError as `createChannel`, `requestChannel` and `updateCamera`
 */
export async function introduce(
  realtime: Pick<RealtimeClient, 'request'>,
  { channel, seat }: CallState,
  camera: Camera,
): Promise<void> {
  if (!channel) return;
  if (channel.status !== 'CREATED') await realtime.request('updateCamera', { camera });
  else if (seat === 'host') await realtime.request('createChannel', { camera });
  else await realtime.request('requestChannel', { camera });
}
