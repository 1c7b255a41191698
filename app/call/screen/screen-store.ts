import { createStore } from 'zustand/vanilla';

/** Which of the other person's two pictures is the larger one. */
export const screenStore = createStore<{ larger: 'screen' | 'camera' }>()(() => ({ larger: 'screen' }));

export function swapPictures(): void {
  screenStore.setState(({ larger }) => ({ larger: larger === 'screen' ? 'camera' : 'screen' }));
}
