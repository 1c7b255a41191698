import type { BarePages } from './bare-pages.ts';
import type { Contender } from './contender.ts';

/** Two peer connections on one page, with nothing between them. */
export function loopback({ open }: BarePages): Contender {
  return {
    name: 'Loopback',
    processes: { web: [], mediaServer: [], worker: [] },
    async prepare({ host }, shape) {
      const page = await open(host, 'loopback', shape);
      return {
        click: () => page.getByRole('button').click(),
        viewer: page,
        sender: page,
        close: () => page.close(),
      };
    },
  };
}
