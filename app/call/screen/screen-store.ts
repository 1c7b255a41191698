import { createStore } from 'zustand/vanilla';

/** Which of the other person's two pictures is the larger one; null: each has half of the stage. */
type Larger = 'screen' | 'camera' | null;

/** In the order in which `swapPictures` goes through them. */
const NEXT = { halves: 'screen', screen: 'camera', camera: null } as const;

export const screenStore = createStore<{ larger: Larger }>()(() => ({ larger: null }));

/** Enlarges the screen, then the camera, then neither. */
export function swapPictures(): void {
  screenStore.setState(({ larger }) => ({ larger: NEXT[larger ?? 'halves'] }));
}
