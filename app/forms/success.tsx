import { useActionData, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';

/** Key that changes with each success a page reports; null if a form has been refused since. */
export function useSuccess(done: unknown): string | null {
  const { key } = useLocation();
  const refused = useActionData() !== undefined;
  return done && !refused ? key : null;
}

/**
 * Success message of a form, a new element each time; the frame removes it from the URL (`?done=`).
 * @param done truthy if the page's URL reports a success
 */
export function Success({ done, children }: { done: unknown; children: ReactNode }) {
  const success = useSuccess(done);
  return (
    success && (
      <Alert key={success} tone="success">
        {children}
      </Alert>
    )
  );
}
