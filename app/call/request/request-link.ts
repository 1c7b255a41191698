import { useEffect, useState } from 'react';
import { type CallRequest, callRequestSchema } from '#protocol/call-request.ts';
import { ProtocolError } from '#protocol/errors.ts';

export type RequestListener = {
  /** A `CallRequest` as received: it is parsed here. */
  onRequest(data: unknown): void;
  /** Whether the server can be reached. */
  onConnection(isOpen: boolean): void;
};

/**
 * What the screens of a request need from its transport. The actions reject with a ProtocolError: WRONG_STATE if they
 * are too late, in which case the request itself tells more.
 */
export type RequestLink = {
  /** Reports the request at once, at each change, and after a reconnect. @returns a function that ends it */
  subscribe(listener: RequestListener): () => void;
  /** For the guest. */
  cancel(): Promise<void>;
  /** For the streamer, as is `reject`. */
  accept(): Promise<void>;
  reject(): Promise<void>;
};

type Known = {
  /** Null until it is known. */
  request: CallRequest | null;
  /** When it stops ringing, in ms on the monotonic clock; null if it does not ring. */
  until: number | null;
  isOpen: boolean;
  /** The received data is not a valid request. */
  isUnreadable: boolean;
};

const NOTHING: Known = { request: null, until: null, isOpen: true, isUnreadable: false };

/**
 * @param link the same object for the same request
 * @param first the request as the page knows it, until the link reports it
 */
export function useRequest(link: RequestLink, first: CallRequest | null = null): Known {
  const [known, setKnown] = useState({ ...NOTHING, request: first });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first request is used once
  useEffect(() => {
    setKnown({ ...NOTHING, request: first });
    return link.subscribe({
      onRequest: (data) => {
        const request = callRequestSchema.safeParse(data).data ?? null;
        const until = request?.status === 'RINGING' ? performance.now() + request.leftMs : null;
        setKnown((before) => ({ ...before, request, until, isUnreadable: request === null }));
      },
      onConnection: (isOpen) => setKnown((before) => ({ ...before, isOpen })),
    });
  }, [link]);
  return known;
}

/** The running action on a request, and the error of the last one. */
export function useAct() {
  const [busy, setBusy] = useState<'cancel' | 'accept' | 'reject' | null>(null);
  const [error, setError] = useState<ProtocolError | null>(null);
  const act = async (link: RequestLink, what: 'cancel' | 'accept' | 'reject') => {
    setBusy(what);
    setError(null);
    try {
      await link[what]();
    } catch (refusal) {
      if (!(refusal instanceof ProtocolError)) throw refusal;
      setBusy(null);
      setError(refusal);
    }
  };
  return { busy, error, act };
}
