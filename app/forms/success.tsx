import { useActionData, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';

/** Changes with each success that a page reports; null once a form was refused since. */
export function useSuccess(done: unknown): string | null {
  const { key } = useLocation();
  const refused = useActionData() !== undefined;
  return done && !refused ? key : null;
}

/**
 * Says that a form was saved, each time anew; the frame takes it out of the URL (`?done=`).
 * @param done whether, or as what, the page's URL says so
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
