import { useEffect, useRef } from 'react';
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
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const gate = new SpeechGate();
    let was = false;
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      const speaking = gate.hear(10 * Math.log10(power), performance.now());
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
