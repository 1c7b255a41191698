import type { MetaFunction } from '@remix-run/react';
import { RoomRoute } from '#app/call/room-route.tsx';
import type { PageHandle } from '#app/i18n/handle.ts';
import { siteName } from '#app/i18n/site-name.ts';
import { useRootData } from '#app/site/root-data.ts';

export const handle: PageHandle = { i18n: ['call', 'errors'], chrome: 'room' };

export const meta: MetaFunction = () => [{ title: siteName() }, { name: 'robots', content: 'noindex' }];

export default function HostRoom() {
  return <RoomRoute seat="host" invited={null} testPayments={useRootData()?.testPayments ?? false} />;
}
