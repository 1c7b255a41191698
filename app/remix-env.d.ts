import '@remix-run/node';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }

  /** What `server/main.ts` hands to every loader and action. */
  interface AppLoadContext {
    /** For every inline script and style of the page; a new one for each response. */
    cspNonce: string;
    /** The client's IP address, as far as TRUST_PROXY lets it be known. */
    clientAddress: string;
  }
}
