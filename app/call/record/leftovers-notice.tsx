import { lazy, Suspense, useState } from 'react';
import { mayHaveLeftovers } from './recordings.ts';

const Leftovers = lazy(() => import('./leftovers.tsx'));

/** Offers recordings that are still to be saved. Their code is loaded only where there may be some. */
export function LeftoversNotice() {
  const [leftovers] = useState(mayHaveLeftovers);
  return (
    leftovers && (
      <Suspense>
        <Leftovers />
      </Suspense>
    )
  );
}
