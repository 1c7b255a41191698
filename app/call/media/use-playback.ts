import { useCallback, useEffect, useState } from 'react';

export type Playback = {
  /** The browser refuses to play without a click, or has stopped playing by itself. */
  blocked: boolean;
  /** Must be called in a click handler. */
  play: () => void;
};

/**
 * Plays a stream in an element. `autoplay` does not suffice: iOS silently refuses it in low-power mode, and plays only
 * visible elements, which one behind the sphere is not.
 */
export function usePlayback(element: HTMLMediaElement | null, stream: MediaStream | null): Playback {
  const [blocked, setBlocked] = useState(false);
  const play = useCallback(() => {
    element?.play().then(
      () => setBlocked(false),
      // Other errors end an attempt that another one has replaced.
      (error: unknown) => {
        if (error instanceof DOMException && error.name === 'NotAllowedError') setBlocked(true);
      },
    );
  }, [element]);

  useEffect(() => {
    if (!element) return;
    setBlocked(false);
    element.srcObject = stream;
    if (!stream) return;
    const onPlaying = () => setBlocked(false);
    const onPause = () => setBlocked(!element.ended);
    element.addEventListener('playing', onPlaying);
    element.addEventListener('pause', onPause);
    play();
    return () => {
      element.removeEventListener('playing', onPlaying);
      element.removeEventListener('pause', onPause);
    };
  }, [element, stream, play]);
  return { blocked, play };
}
