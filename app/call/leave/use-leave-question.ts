import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useBackCloses } from '#app/components/page/use-back-closes.ts';
import { callStore } from '../state/call-store.ts';
import { atStake, type Stake } from './at-stake.ts';

/**
 * Makes the first Back ask. While the question is open, the history's extra entry is gone, so another Back leaves.
 * @param on false: Back does what it always does
 * @returns what would be lost; whether the question is open; a function that closes it
 */
export function useLeaveQuestion(on: boolean): { stake: Stake | null; asked: boolean; stay(): void } {
  const stake = useStore(callStore, atStake);
  const [asked, setAsked] = useState(false);
  const isFree = stake === null;
  useEffect(() => {
    if (isFree) setAsked(false);
  }, [isFree]);
  useBackCloses(on && !asked && !isFree, () => setAsked(true));
  return { stake, asked: asked && !isFree, stay: () => setAsked(false) };
}
