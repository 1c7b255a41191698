import { useContext, useEffect } from 'react';
import { useStore } from 'zustand';
import { Sender } from '#app/forms/sender.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { maySend } from '../encryption/call-encryption.ts';
import { notify } from '../notices/notice-store.ts';
import { type CallState, otherSeat } from '../state/call-state.ts';
import { currentCall } from '../state/call-store.ts';
import { nameStore, toldName } from './name-store.ts';

/** In ms. A name that comes later is told again, after this page was reloaded. */
const JUST_BEGUN_MS = 30_000;

/** Tells the other person this one's name, unless the account or the room has one, and announces theirs. */
export function useNames(call: CallState): void {
  const { t } = useTranslation('call');
  const { seat, keyed, connection, media, encryption, channel } = call;
  const isSignedIn = useContext(Sender) !== null;
  const own = useStore(nameStore, toldName);
  const name = isSignedIn || keyed?.[`${seat}Name`] ? null : own;
  // Once its media is connected, the other page has this one's key.
  const isHeard =
    connection === 'open' &&
    media === 'connected' &&
    otherSeat(call)?.connected === true &&
    maySend(encryption);
  // Another key is that of a reloaded page.
  const page = encryption.state === 'on' ? encryption.key : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each page of the other person
  useEffect(() => {
    if (isHeard && name) void tell(name);
  }, [isHeard, name, page]);

  const told = useStore(nameStore, (state) => state.other);
  const other = keyed?.[seat === 'host' ? 'guestName' : 'hostName'] ?? told;
  // biome-ignore lint/correctness/useExhaustiveDependencies: announced once
  useEffect(() => {
    if (other && (channel?.lastedMs ?? 0) < JUST_BEGUN_MS) notify(t('people.joined', { name: other }));
  }, [other]);
}

async function tell(name: string): Promise<void> {
  try {
    await currentCall()?.say('nameTold', { name });
  } catch (error) {
    // The other side is away, or its page or server is older.
    if (!(error instanceof ProtocolError)) throw error;
  }
}
