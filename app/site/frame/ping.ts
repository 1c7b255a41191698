/** Maximum time for any API call. */
const TIMEOUT_MS = 20_000;

export const HEARTBEAT = '/api/pinga/heartbeat';

/** @returns the status of the response; 0 without one */
export async function statusOf(path: string): Promise<number> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    // An unread body keeps its connection busy.
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
