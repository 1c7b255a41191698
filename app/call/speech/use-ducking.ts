import { useEffect } from 'react';
import { useStore } from 'zustand';
import { isOffered } from '../pad/offered.ts';
import { callStore } from '../state/call-store.ts';
import { voiceStore } from './voice-store.ts';

/** 12 dB less. */
const DUCKED = 0.25;
const FADE_MS = 200;
const STEP_MS = 20;

/**
 * Lowers the other side's volume while this one speaks directions. On iPhones, where pages cannot change the volume, it
 * stays unchanged.
 */
export function useDucking(element: HTMLMediaElement | null): void {
  const open = useStore(callStore, ({ call }) => isOffered(call, 'VOICE') && call?.muted === false);
  const speaks = useStore(voiceStore, ({ held, speaking }) => held || speaking);
  const target = open && speaks ? DUCKED : 1;
  useEffect(() => {
    if (!element || element.volume === target) return;
    const from = element.volume;
    const begun = performance.now();
    const timer = setInterval(() => {
      // By the clock, because timers of hidden pages are late.
      const part = Math.min((performance.now() - begun) / FADE_MS, 1);
      element.volume = from + (target - from) * part;
      if (part === 1) clearInterval(timer);
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [element, target]);
}
