import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that the current code serves, for the audit trail. */
type RequestContext = {
  /** The client's IP address, subject to TRUST_PROXY. */
  address: string;
  /** Without secrets and without the query. */
  path: string;
  /** Its sender, once known. */
  viewer: { id: string; administers: boolean } | null;
  /** Whether its refusal has been recorded. */
  isRefusalRecorded: boolean;
};

declare global {
  var panocallRequest: AsyncLocalStorage<RequestContext> | undefined;
}

// Global, because there are two copies of this module: the server runs the source, Remix its own build of it.
globalThis.panocallRequest ??= new AsyncLocalStorage();
const storage = globalThis.panocallRequest;

/** Runs the work, and everything it starts, in the context of a request. */
export function inRequest<T>({ address, path }: Pick<RequestContext, 'address' | 'path'>, work: () => T): T {
  return storage.run({ address, path, viewer: null, isRefusalRecorded: false }, work);
}

/** Undefined outside a request: in jobs, scripts and unit tests. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}
