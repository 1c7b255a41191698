import { useEffect, useState } from 'react';
import { ProtocolError } from '#protocol/errors.ts';
import { readRoom } from '../state/api.ts';
import type { CallState } from '../state/call-state.ts';

/** Where what a paid call has come to is shown; null of a free one, and until it is known. */
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
        // Away: there is still the way home.
        if (!(error instanceof ProtocolError)) throw error;
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [token, reserved]);
  return page;
}
