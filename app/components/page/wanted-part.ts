import { type ComponentType, useEffect } from 'react';
import { useLazyPart } from './lazy-part.ts';

/**
 * A component loaded once it is wanted; null while it is not. Separate from `lazy-part.ts`, which the home page loads.
 */
export function useWantedPart<P>(load: () => Promise<{ default: ComponentType<P> }>, wanted: boolean) {
  const { Part, state, request } = useLazyPart(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when `wanted` changes
  useEffect(() => {
    if (wanted && state !== 'ready') void request();
  }, [wanted]);
  return { Part: wanted ? Part : null, failed: wanted && state === 'failed' };
}
