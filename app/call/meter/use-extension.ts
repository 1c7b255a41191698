import { useEffect, useRef, useState } from 'react';
import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';
import type { Extension, ExtensionOffer } from '#protocol/extension.ts';
import { extendCall, readExtension, readRoom } from '../state/api.ts';
import type { CallState } from '../state/call-state.ts';

/** With less time left, a call can be extended by one press. */
const SOON_MS = 60_000;
/** Polling interval while waiting for the bank, or for the server. */
const LOOK_MS = 2_000;

/** What was read while the call had this budget. Its offer is for that budget alone: sent again after it, it extends nothing. */
type Known = { streamId: string; extension: Extension; budgetMs: number };

export type Extending = {
  /** What one press adds; null if the call cannot be extended, or the viewer does not pay for it. */
  offer: ExtensionOffer | null;
  /** The end of the call is near. */
  isSoon: boolean;
  /** The last extension waits for the viewer's confirmation at their bank. */
  waits: boolean;
  /** Address of the bank's page, if the extension waits there. */
  bank: string | null;
  busy: boolean;
  /** Why the last press did not extend the call. */
  refused: ErrorCode | null;
  extend(): Promise<void>;
};

/** Whether there is something to press or to show. @param isWanted the viewer opened it before the end is near */
export function isExtendable({ offer, isSoon, waits, refused }: Extending, isWanted: boolean): boolean {
  return (isSoon || isWanted || waits) && (offer !== null || waits || refused !== null);
}

/** Lets the payer extend a requested call while it runs. */
export function useExtension({ token, seat, meter }: CallState): Extending {
  const budgetMs = seat === 'guest' ? (meter?.budgetMs ?? null) : null;
  const isSoon = meter !== null && meter.leftMs <= SOON_MS;
  const [known, setKnown] = useState<Known | null>(null);
  const [bank, setBank] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<ErrorCode | null>(null);
  const last = known?.extension.last ?? null;
  const waits = last === 'WAITING';
  /** Whether to ask for a confirmation pending from before the page was loaded. */
  const asksBank = useRef(true);

  // The offer changes when the call is extended, and its people may get booked by others for the time after its end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what it depends on
  useEffect(() => {
    if (budgetMs === null) return;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const found = await lookAt(token, asksBank.current);
      if (!isCurrent) return;
      if (waits || found === 'unreachable') timer = setTimeout(() => void look(), LOOK_MS);
      if (found === null || found === 'unreachable') return;
      asksBank.current = false;
      setKnown({ ...found, budgetMs });
      if (found.extension.bank) setBank(found.extension.bank);
    };
    void look();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [token, budgetMs, isSoon, waits, busy]);

  const offer = known?.budgetMs === budgetMs ? known.extension.offer : null;
  const extend = async () => {
    if (!known || !offer) return;
    setBusy(true);
    setRefused(null);
    try {
      setBank((await extendCall(known.streamId, offer)).url);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      setBank(null);
      setRefused(error.code);
    } finally {
      setBusy(false);
    }
  };
  return {
    offer,
    isSoon,
    waits,
    bank: waits ? bank : null,
    busy,
    // Refused on the bank's page, which was opened elsewhere.
    refused: refused ?? (last === 'REFUSED' ? 'CARD_REFUSED' : null),
    extend,
  };
}

/** Null if the viewer cannot extend the call. */
async function lookAt(
  token: string,
  withBank: boolean,
): Promise<Omit<Known, 'budgetMs'> | 'unreachable' | null> {
  try {
    const { streamId } = await readRoom(token);
    return streamId ? { streamId, extension: await readExtension(streamId, withBank) } : null;
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return error.code === 'UNAVAILABLE' ? 'unreachable' : null;
  }
}
