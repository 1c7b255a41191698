import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { LinearMipmapLinearFilter, SRGBColorSpace } from 'three';
import type { Head } from './head.ts';
import { InFront } from './in-front.tsx';
import { useFrames } from './use-frames.ts';

/** In metres, and degrees above the horizon: above notices and panel. As a large monitor at arm's length. */
const PLACE = { distance: 2.2, above: 4 };
const MOST = { width: 2, height: 1.25 };

type SharedScreenProps = {
  head: RefObject<Head | null>;
  screen: HTMLVideoElement;
  /** Counts how often the viewer has recentred, which brings it in front of them again. */
  recentred: number;
};

/** A shared screen on a plane. It stays where it appeared. */
export function SharedScreen({ head, screen, recentred }: SharedScreenProps) {
  const [isFilled, setFilled] = useState(false);
  const texture = useFrames(screen, () => setFilled(true));
  useLayoutEffect(() => {
    // Upright, as planes count from below, and without flicker of small letters.
    texture.repeat.y = -1;
    texture.offset.y = 1;
    texture.colorSpace = SRGBColorSpace;
    texture.generateMipmaps = true;
    texture.minFilter = LinearMipmapLinearFilter;
  }, [texture]);
  const aspect = useAspect(screen);
  const height = Math.min(MOST.height, MOST.width / aspect);
  return (
    isFilled && (
      <InFront key={recentred} head={head} below={-PLACE.above} distance={PLACE.distance}>
        <mesh scale={[height * aspect, height, 1]}>
          <planeGeometry />
          <meshBasicMaterial map={texture} toneMapped={false} />
        </mesh>
      </InFront>
    )
  );
}

/** Width divided by height; a shared window may change it. */
function useAspect(video: HTMLVideoElement): number {
  const [aspect, setAspect] = useState(() => aspectOf(video));
  useEffect(() => {
    const follow = () => setAspect(aspectOf(video));
    follow();
    video.addEventListener('resize', follow);
    return () => video.removeEventListener('resize', follow);
  }, [video]);
  return aspect;
}

/** Before the first frame, that of most screens. */
function aspectOf({ videoWidth, videoHeight }: HTMLVideoElement): number {
  return videoHeight > 0 ? videoWidth / videoHeight : 16 / 9;
}
