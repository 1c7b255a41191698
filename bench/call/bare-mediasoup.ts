import type { BarePages } from './bare-pages.ts';
import type { BareServer } from './bare-server.ts';
import type { Contender, WayIn } from './contender.ts';

/** mediasoup and mediasoup-client unmodified, with the minimum needed for a call. */
export function bareMediasoup({ open }: BarePages, { address, workerPid }: BareServer): Contender {
  return {
    name: 'mediasoup',
    // Its server runs in this process, whose CPU time is mostly spent on driving the browsers.
    processes: { web: [], mediaServer: [], worker: [workerPid] },
    async prepare(visitors, shape) {
      const host = await open(visitors.host, 'host', shape, `${address}/host`);
      const guest = await open(visitors.guest, 'guest', shape, `${address}/guest`);
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

/** The same, opening its page instead of clicking. */
export function openedMediasoup({ open, urlOf }: BarePages, { address }: BareServer): WayIn {
  return {
    name: 'mediasoup, its page opened in a new browser',
    async prepare(visitors, shape) {
      const host = await open(visitors.host, 'host', shape, `${address}/host`);
      const guest = await visitors.guest.open();
      return {
        click: () => guest.goto(`${urlOf('guest', shape, `${address}/guest`)}&now`),
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
