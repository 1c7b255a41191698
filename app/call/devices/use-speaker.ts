import { useEffect } from 'react';
import { useStore } from 'zustand';
import { deviceStore } from './device-store.ts';
import { canChooseSpeaker } from './devices.ts';

/** Plays the sound of an element on the chosen speaker. */
export function useSpeaker(element: HTMLMediaElement | null): void {
  const speakerId = useStore(deviceStore, (devices) => devices.speakerId);
  useEffect(() => {
    if (!element || !canChooseSpeaker() || element.sinkId === speakerId) return;
    // A speaker that has just been disconnected: the list of devices is about to change.
    element.setSinkId(speakerId).catch(() => {});
  }, [element, speakerId]);
}
