import { createContext, useContext } from 'react';

/** Empty in the browser, which hides nonces from scripts in the same way. */
const NonceContext = createContext('');

export const NonceProvider = NonceContext.Provider;

/** The nonce for inline scripts and styles, while rendering on the server. */
export function useNonce(): string {
  return useContext(NonceContext);
}
