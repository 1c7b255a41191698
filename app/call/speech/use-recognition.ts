import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { SPOKEN_MS, type Spoken } from '../pad/directions.ts';
import { requireCall } from '../state/call-store.ts';
import { Recogniser, speechRecognition } from './recogniser.ts';
import { setHears, voiceStore } from './voice-store.ts';
import { directionIn } from './words.ts';

/**
 * Recognises the guest's spoken directions and sends them to the host, if the guest has switched that on.
 * @param track null: pauses
 */
export function useRecognition(track: MediaStreamTrack | null): void {
  const { language } = useTranslation('call');
  const hears = useStore(voiceStore, (state) => state.hears);
  const [recogniser, setRecogniser] = useState<Recogniser | null>(null);
  useEffect(() => {
    const Recognition = speechRecognition();
    if (!hears || !Recognition) return;
    // The regional variant of the language, if the browser has one.
    const tag = navigator.languages.find((name) => name.startsWith(`${language}-`)) ?? language;
    const made = new Recogniser(Recognition, tag, {
      onText(text) {
        const direction = directionIn(text, language);
        if (direction) void tell(direction);
      },
      onProblem(problem) {
        setHears(false);
        voiceStore.setState({ problem });
      },
    });
    setRecogniser(made);
    return () => {
      made.close();
      setRecogniser(null);
    };
  }, [hears, language]);
  useEffect(() => recogniser?.listen(track), [recogniser, track]);
}

let end: ReturnType<typeof setTimeout> | undefined;

async function tell(direction: Spoken): Promise<void> {
  try {
    await requireCall().say('voiceDirection', { direction });
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    // A direction that did not reach the host is not shown as sent.
    return;
  }
  clearTimeout(end);
  voiceStore.setState({ told: direction });
  end = setTimeout(() => voiceStore.setState({ told: null }), SPOKEN_MS);
}
