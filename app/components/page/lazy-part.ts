import { type ComponentType, useState } from 'react';
import { clickAgain } from './early-click.ts';

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * A component loaded on first use. Unlike with `React.lazy`, the caller shows a failure, and the next attempt loads it
 * again.
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
    /**
     * Props for the button that shows the component: they preload it on hover or focus, and replay clicks made before
     * hydration.
     */
    trigger: {
      ref: clickAgain,
      onPointerEnter: () => fetchAhead(load),
      onFocus: () => fetchAhead(load),
    },
  };
}

function fetchAhead<P>(load: Load<P>): void {
  // The following click reports the error.
  load().catch(() => {});
}
