import { useEffect, useState } from 'react';
import { type CallRequest, callRequestSchema } from '#protocol/call-request.ts';
import { ProtocolError } from '#protocol/errors.ts';

export type RequestListener = {
  /** A `CallRequest` as it came: it is parsed here. */
  onRequest(data: unknown): void;
  /** Whether the server can be heard. */
  onConnection(isOpen: boolean): void;
};

/**
 * What the screens of a request need of whoever brings it. Its actions reject with a ProtocolError: WRONG_STATE if they are
 * too late, of which the request itself tells more.
 */
export type RequestLink = {
  /** Tells the request at once, at each change, and again after a lost connection. @returns a function that ends it */
  subscribe(listener: RequestListener): () => void;
  /** Of whoever calls. */
  cancel(): Promise<void>;
  /** Of the streamer, like the next. */
  accept(): Promise<void>;
  reject(): Promise<void>;
};

type Known = {
  /** Null until it is told. */
  request: CallRequest | null;
  /** When it stops ringing, in ms on the monotonic clock; null if it does not ring. */
  until: number | null;
  isOpen: boolean;
  /** What was told is no request. */
  isUnreadable: boolean;
};

const NOTHING: Known = { request: null, until: null, isOpen: true, isUnreadable: false };

/**
 * @param link the same one for the same request
 * @param first what the page was told of it, until the link tells more
 */
export function useRequest(link: RequestLink, first: CallRequest | null = null): Known {
  const [known, setKnown] = useState({ ...NOTHING, request: first });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first is told once
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

/** What is being done of a request, and why it could not be. */
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
