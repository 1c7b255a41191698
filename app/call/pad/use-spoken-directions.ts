import { useEffect } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { directedStore } from './directed-store.ts';
import type { Spoken } from './directions.ts';

/** Distinguishable by touch: up and left once, down and right twice, long or short; stop is longer. Lengths in ms. */
const VIBRATIONS: Readonly<Record<Spoken, number[]>> = {
  up: [400],
  down: [400, 150, 400],
  left: [120],
  right: [120, 120, 120],
  stop: [800],
};

/** Speaks and vibrates each new direction, and speaks the end of the last one, as the host has set. */
export function useSpokenDirections(): void {
  const { t, language } = useTranslation('call');
  useEffect(
    () =>
      directedStore.subscribe(({ directions, spoken, speaks, vibrates }, before) => {
        if (spoken && spoken !== before.spoken) {
          if (speaks) speak(t(`pad.${spoken}`), language);
          if (vibrates) navigator.vibrate(VIBRATIONS[spoken]);
        }
        if (directions === before.directions) return;
        const begun = directions.filter((direction) => !before.directions.includes(direction));
        const isEnd = directions.length === 0 && before.directions.length > 0;
        if (begun.length === 0 && !isEnd) return;
        if (speaks) speak(isEnd ? t('pad.stop') : begun.map((name) => t(`pad.${name}`)).join(', '), language);
        if (vibrates) navigator.vibrate(begun.flatMap((direction) => VIBRATIONS[direction]));
      }),
    [t, language],
  );
}

/** Speaks, interrupting the previous text. */
function speak(text: string, language: string): void {
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = language;
  speechSynthesis.cancel();
  speechSynthesis.speak(utterance);
}
