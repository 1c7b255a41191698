import { createContext, useContext } from 'react';

/** Empty in the browser, which hides nonces from scripts too. */
const NonceContext = createContext('');

export const NonceProvider = NonceContext.Provider;

/** Nonce for inline scripts and styles during server rendering. */
export function useNonce(): string {
  return useContext(NonceContext);
}
