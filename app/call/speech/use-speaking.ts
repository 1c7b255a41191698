import { useEffect } from 'react';
import { SpeechGate } from './speech-gate.ts';
import { voiceStore } from './voice-store.ts';

const INTERVAL_MS = 50;

/** Detects by level whether someone speaks. @param track the microphone; null: pauses */
export function useSpeaking(track: MediaStreamTrack | null): void {
  useEffect(() => {
    if (!track) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const gate = new SpeechGate();
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      const speaking = gate.hear(10 * Math.log10(power), performance.now());
      if (speaking !== voiceStore.getState().speaking) voiceStore.setState({ speaking });
    }, INTERVAL_MS);
    return () => {
      clearInterval(timer);
      voiceStore.setState({ speaking: false });
      void context.close();
    };
  }, [track]);
}
