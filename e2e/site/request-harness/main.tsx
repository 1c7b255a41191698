import './page.css';
import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import IncomingRequest from '#app/call/request/incoming.tsx';
import OutgoingRequest from '#app/call/request/outgoing.tsx';
import type { RequestLink, RequestListener } from '#app/call/request/request-link.ts';
import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';

/** The interface through which a test acts as the server of a request. */
export type RequestHarness = {
  tell(request: unknown): void;
  connect(isOpen: boolean): void;
  /** Makes further actions fail with this code; null: lets them succeed. */
  refuse(code: ErrorCode | null): void;
  /** The actions that succeeded. */
  done: string[];
};

declare global {
  var requestHarness: RequestHarness;
}

const search = new URLSearchParams(location.search);
const listeners = new Set<RequestListener>();
const done: string[] = [];
let refusal: ErrorCode | null = null;

const act = (what: string) => async () => {
  if (refusal) throw new ProtocolError(refusal);
  done.push(what);
};
const link: RequestLink = {
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  cancel: act('cancel'),
  accept: act('accept'),
  reject: act('reject'),
};

globalThis.requestHarness = {
  tell(request) {
    for (const listener of listeners) listener.onRequest(request);
  },
  connect(isOpen) {
    for (const listener of listeners) listener.onConnection(isOpen);
  },
  refuse(code) {
    refusal = code;
  },
  done,
};

function Room() {
  const { pathname, search: query } = useLocation();
  return <p data-testid="place">{pathname + query}</p>;
}

const isIncoming = search.get('side') === 'incoming';
const screen = isIncoming ? (
  <main className="p-6">
    <h1>Any page</h1>
    <label>
      Draft <input />
    </label>
    <IncomingRequest link={link} onDone={() => done.push('done')} />
  </main>
) : (
  <main data-room className="relative h-dvh overflow-hidden bg-ink text-white">
    <OutgoingRequest others link={link} onRetry={() => done.push('retry')} />
  </main>
);
const language = search.get('language');
document.documentElement.lang = language ?? 'en';
document.documentElement.dataset.theme = isIncoming ? 'light' : 'dark';
const router = createMemoryRouter(
  [
    { path: `${language ? `/${language}` : ''}/request`, element: <Suspense>{screen}</Suspense> },
    { path: '*', element: <Room /> },
  ],
  { initialEntries: [`${language ? `/${language}` : ''}/request`] },
);
const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={router} />);
