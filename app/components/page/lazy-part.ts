import { type ComponentType, useState } from 'react';
import { clickAgain } from './early-click.ts';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * A part of a page that is loaded with its first use. Unlike `React.lazy`, a failure is the caller's to show, and
 * the next try loads again.
 */
export function useLazyPart<P>(load: Load<P>) {
  const [loaded, setLoaded] = useState<{ Part: ComponentType<P> } | null>(null);
  const [state, setState] = useState<'idle' | 'loading' | 'failed' | 'ready'>('idle');
  return {
    /** Null until loaded. */
    Part: loaded?.Part ?? null,
    state,
    async request(): Promise<void> {
      setState('loading');
      try {
        const { default: Part } = await load();
        setLoaded({ Part });
        setState('ready');
      } catch {
        setState('failed');
      }
    },
    /** Props for the button that will ask for it: it is often there before the click, and no click comes too early. */
    trigger: {
      ref: clickAgain,
      onPointerEnter: () => fetchAhead(load),
      onFocus: () => fetchAhead(load),
    },
  };
}

function fetchAhead<P>(load: Load<P>): void {
  // The click after it tells what went wrong.
  load().catch(() => {});
}
