import { useEffect, useState } from 'react';
import { ProtocolError } from '#protocol/errors.ts';
import { readRoom } from '../state/api.ts';
import type { CallState } from '../state/call-state.ts';

/** Address of the page with the result of a paid call; null for a free one, and until it is known. */
export function usePaidPage({ token, channel }: CallState): string | null {
  const [page, setPage] = useState<string | null>(null);
  const reserved = channel?.reserved === true;
  useEffect(() => {
    if (!reserved) return;
    let isCurrent = true;
    readRoom(token).then(
      ({ bookingId, streamId }) => {
        if (!isCurrent) return;
        if (bookingId) setPage(`/personal/booking/${bookingId}`);
        else if (streamId) setPage(`/personal/stream/${streamId}`);
      },
      (error) => {
        // Without a connection, the link to the home page remains.
        if (!(error instanceof ProtocolError)) throw error;
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [token, reserved]);
  return page;
}
