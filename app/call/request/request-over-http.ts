import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';
import { changeRequest, readRequest } from '../state/api.ts';
import type { RequestLink } from './request-link.ts';

/** How often a request that rings is looked at. */
const LOOK_MS = 1_000;
/** It will not be answered otherwise: it is not theirs, or they have logged out meanwhile. */
const FINAL: readonly ErrorCode[] = ['NOT_FOUND', 'NOT_SIGNED_IN'];

/** A request, as it is kept by the web server. */
export function requestLink(id: string): RequestLink {
  const lookers = new Set<() => Promise<void>>();
  const act = async (change: 'accept' | 'reject' | 'cancel') => {
    try {
      await changeRequest(id, change);
    } finally {
      // Also if it failed: what is shown then is the request as it is now.
      await Promise.all([...lookers].map((look) => look()));
    }
  };
  return {
    subscribe({ onRequest, onConnection }) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      let looks = 0;
      const look = async () => {
        clearTimeout(timer);
        const turn = ++looks;
        const request = await readRequest(id).catch((error: unknown) => error);
        // Ended, or looked at again meanwhile.
        if (turn !== looks) return;
        const isAway = request instanceof ProtocolError && !FINAL.includes(request.code);
        onConnection(!isAway);
        if (!isAway) onRequest(request);
        if (isAway || rings(request)) timer = setTimeout(look, LOOK_MS);
      };
      lookers.add(look);
      void look();
      return () => {
        looks = -1;
        lookers.delete(look);
        clearTimeout(timer);
      };
    },
    cancel: () => act('cancel'),
    accept: () => act('accept'),
    reject: () => act('reject'),
  };
}

const rings = (request: unknown): boolean =>
  typeof request === 'object' && request !== null && 'status' in request && request.status === 'RINGING';
