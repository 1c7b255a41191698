import type { OpenBarePage } from './bare-pages.ts';
import type { BareServer } from './bare-server.ts';
import type { Contender } from './contender.ts';

/** mediasoup and mediasoup-client unchanged, with the minimum needed for a call. */
export function bareMediasoup(openPage: OpenBarePage, { address, workerPid }: BareServer): Contender {
  return {
    name: 'mediasoup',
    // Its server runs in this process, whose CPU time is mostly that of driving the browsers.
    processes: { web: [], mediaServer: [], worker: [workerPid] },
    async prepare(visitors, shape) {
      const host = await openPage(visitors.host, 'host', shape, `${address}/host`);
      const guest = await openPage(visitors.guest, 'guest', shape, `${address}/guest`);
      return {
        click: () => guest.getByRole('button').click(),
        viewer: guest,
        sender: host,
        async close() {
          await guest.close();
          await host.close();
        },
      };
    },
  };
}
