import { useEffect, useRef } from 'react';
import { levelReader } from '../devices/level-reader.ts';
import { SpeechGate } from './speech-gate.ts';

const INTERVAL_MS = 50;

/**
 * Detects by level whether someone speaks.
 * @param track the microphone; null: pauses
 * @param onChange called with each change, and with false when it pauses
 */
export function useSpeaking(track: MediaStreamTrack | null, onChange: (speaking: boolean) => void): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (!track) return;
    const context = new AudioContext();
    const read = levelReader(track, context);
    if (!read) return void context.close();
    const gate = new SpeechGate();
    let was = false;
    const timer = setInterval(() => {
      const speaking = gate.hear(read(), performance.now());
      if (speaking !== was) latest.current(speaking);
      was = speaking;
    }, INTERVAL_MS);
    return () => {
      clearInterval(timer);
      latest.current(false);
      void context.close();
    };
  }, [track]);
}
