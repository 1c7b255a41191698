import { useFrame } from '@react-three/fiber';
import { useEffect, useMemo } from 'react';
import type { Texture } from 'three';
import { ElementPicture, ElementSource } from '../webgl/element-source.ts';
import type { PaintedPicture } from '../webgl/painted-picture.ts';
import { FrameClock } from './frame-clock.ts';

/**
 * Calls back for each new frame of a video, which has its own frame rate: a frame is uploaded once, however often the
 * headset shows it.
 * @returns the texture of its frames
 */
export function useFrames(source: HTMLVideoElement, onFrame: (picture: PaintedPicture) => void): Texture {
  const clock = useMemo(() => new FrameClock(), []);
  const picture = useMemo(() => new ElementPicture(source), [source]);
  const frames = useMemo(
    () => new ElementSource(source, picture, () => clock.announced(performance.now())),
    [source, picture, clock],
  );
  useEffect(() => () => frames.close(), [frames]);
  useFrame(() => {
    const { totalVideoFrames } = source.getVideoPlaybackQuality();
    const fresh = frames.take(clock.isUnannounced(performance.now(), totalVideoFrames));
    if (fresh) onFrame(fresh);
  });
  return picture.texture;
}
