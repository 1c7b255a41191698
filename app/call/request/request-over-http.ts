import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';
import { changeRequest, readRequest } from '../state/api.ts';
import type { RequestLink } from './request-link.ts';

/** Polling interval of a ringing request. */
const LOOK_MS = 1_000;
/** Retrying would not help: the request is not theirs, or they have logged out. */
const FINAL: readonly ErrorCode[] = ['NOT_FOUND', 'NOT_SIGNED_IN'];

/** A request or free call, as the web server keeps it. @param path of it in the API */
export function requestLink(path: string): RequestLink {
  const lookers = new Set<() => Promise<void>>();
  const act = async (change: 'accept' | 'reject' | 'cancel') => {
    try {
      await changeRequest(path, change);
    } finally {
      // Also if the action failed: the request is shown in its current state.
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
        const request = await readRequest(path).catch((error: unknown) => error);
        // Ended, or polled again meanwhile.
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
