import { answer } from '#app/http/answers/answer.server.ts';
import { ROOM_CALLS } from '#app/rooms/api-calls.server.ts';
import { leastLoadedNode, regionsToChoose } from '#app/rooms/media-nodes.server.ts';
import packageJson from '#package.json' with { type: 'json' };

/** GET /api/pinga/heartbeat → 200 if calls are possible, else 503 UNAVAILABLE. */
export function loader() {
  return answer(ROOM_CALLS.heartbeat, async () => {
    await leastLoadedNode();
    return { body: { regions: await regionsToChoose(), version: packageJson.version } };
  });
}
