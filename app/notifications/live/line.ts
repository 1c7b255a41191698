import { RealtimeClient, type UserAccess } from '#app/realtime/client.ts';
import { fetchJson, socketUrl } from '#app/realtime/http.ts';
import { onNetworkChange } from '#app/realtime/network-changes.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { userTicketSchema } from '#protocol/notification.ts';

/** Wait before requesting another ticket: 1 s, doubled each time, at most a minute. No one waits for it. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;

export type LineListener = {
  /** Called after the first connection and after each interruption: notifications missed meanwhile must be read. */
  onOpen(): void;
  /** Called for a new or changed notification. */
  onTold(id: string): void;
};

/** Listens for the viewer's notifications until it is aborted or they are logged out. */
export function listenForNotifications({ onOpen, onTold }: LineListener, signal: AbortSignal): void {
  let refused = 0;

  const access = async (): Promise<UserAccess> => {
    const longest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (refused - 1));
    if (refused > 0) await new Promise((done) => setTimeout(done, longest * (0.5 + Math.random() / 2)));
    refused += 1;
    const { userTicket, url } = await fetchJson('/api/socket/ticket', userTicketSchema, {
      method: 'POST',
      signal,
    });
    return { userTicket, url: socketUrl(url) };
  };

  const client = new RealtimeClient({
    onLogin: () => {
      refused = 0;
      onOpen();
    },
    onEvent: (event) => {
      if (event.name === 'notificationUpdate') onTold(event.data.id);
    },
    onConnection() {},
    renewAccess: access,
  });

  const begin = async () => {
    while (!signal.aborted) {
      try {
        client.open(await access());
        return;
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        if (error.code !== 'UNAVAILABLE' && error.code !== 'RATE_LIMITED') return client.close();
      }
    }
  };
  void begin();

  const stopWatching = onNetworkChange(() => client.check());
  signal.addEventListener('abort', () => {
    stopWatching();
    client.close();
  });
}
