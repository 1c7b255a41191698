import '@remix-run/node';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }

  /** Passed by `server/main.ts` to every loader and action. */
  interface AppLoadContext {
    /** For every inline script and style of the page; unique per response. */
    cspNonce: string;
    /** The client's IP address, subject to TRUST_PROXY. */
    clientAddress: string;
  }
}
