import { useEffect, useState } from 'react';
import type { browserPasskeys, PasskeyProblem } from './passkey-browser.ts';

/** Whether this browser can use passkeys of this site; null before hydration. */
export function usePasskeySupport(): boolean | null {
  const [isSupported, setSupported] = useState<boolean | null>(null);
  useEffect(() => {
    // Passkeys belong to a domain, so a site at an IP address cannot use them.
    const hasDomain = !/^[\d.]+$|^\[/.test(window.location.hostname);
    setSupported('PublicKeyCredential' in window && hasDomain);
  }, []);
  return isSupported;
}

/** Runs passkey operations, one at a time. */
export function usePasskey() {
  const [state, setState] = useState<{ busy: boolean; problem: PasskeyProblem | null }>({
    busy: false,
    problem: null,
  });
  return {
    ...state,
    /** @param done gets the result; not called after a problem */
    async run<T>(
      work: (browser: typeof browserPasskeys) => Promise<T>,
      done: (value: T) => void,
    ): Promise<void> {
      setState({ busy: true, problem: null });
      try {
        const { browserPasskeys: browser } = await import('./passkey-browser.ts');
        const result = await browser.attempt(work(browser));
        const problem = 'problem' in result ? result.problem : null;
        setState({ busy: false, problem });
        if ('value' in result) done(result.value);
      } catch {
        // The module failed to load.
        setState({ busy: false, problem: 'UNAVAILABLE' });
      }
    },
  };
}
