import type { Database } from '#db/client.ts';
import { MEDIA_NODE_DRAIN } from '#db/schema/index.ts';

/** Calls back when an operator drains this node with `npm run drain`. */
export async function listenForDrain(
  db: Database,
  nodeId: string,
  onDrain: () => void,
): Promise<{ stop: () => Promise<void> }> {
  const { unlisten } = await db.$client.listen(MEDIA_NODE_DRAIN, (id) => {
    if (id === nodeId) onDrain();
  });
  return { stop: unlisten };
}
