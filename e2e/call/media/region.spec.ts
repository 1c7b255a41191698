import { eq } from 'drizzle-orm';
import { channel } from '#db/schema/index.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { expect } from '../../support/test.ts';
import { CuttableProxy } from '../support/cuttable-proxy.ts';
import { test as callTest, createRoom } from '../support/people.ts';
import { type SeveralNodes, startNodes } from '../support/several-nodes.ts';

type Regions = { nodes: SeveralNodes; ways: Record<'eu' | 'us', CuttableProxy> };

/** A site with a media server in each of two regions, behind proxies that can be slow. */
const test = callTest.extend<object, { regions: Regions }>({
  regions: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const settings: Record<string, Record<string, string>> = {};
      const open = async (region: string) => {
        const port = await freePort();
        const way = new CuttableProxy(`http://127.0.0.1:${port}`);
        const url = new URL('/realtime', await way.open());
        url.protocol = 'ws:';
        settings[`node-${region}`] = {
          MEDIA_REGION: region,
          MEDIA_PORT: String(port),
          MEDIA_URL: url.href,
        };
        return way;
      };
      const ways = { eu: await open('eu'), us: await open('us') };
      const nodes = await startNodes(settings);
      await use({ nodes, ways });
      for (const way of Object.values(ways)) way.close();
      await nodes.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ regions }, use) => use(regions.nodes.origin),
});

// Logged for the connection that was closed because the other one was faster.
test.use({ expectedErrors: [/WebSocket connection to/] });

for (const [near, far] of [
  ['eu', 'us'],
  ['us', 'eu'],
] as const) {
  test(`a room is created in the region ${near}, whose media server answers the host's browser first`, async ({
    host,
    regions: { nodes, ways },
  }) => {
    ways[far].silence();
    const code = await createRoom(host);
    ways[far].mend();
    const rows = await nodes.db
      .select({ region: channel.region, nodeId: channel.nodeId })
      .from(channel)
      .where(eq(channel.token, code.replaceAll('-', '')));
    expect(rows).toEqual([{ region: near, nodeId: `node-${near}` }]);
  });
}
