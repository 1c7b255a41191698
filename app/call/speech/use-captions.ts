import { useEffect, useState } from 'react';
import { inTime } from '#app/components/page/in-time.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { notify } from '../notices/notice-store.ts';
import { setCaptions, showCaption } from './caption-store.ts';
import { Recogniser, speechRecognition } from './recogniser.ts';

const ANSWER_MS = 5_000;

/**
 * Recognises the other person's speech, only on this device: what is encrypted end to end must not go to anyone else.
 * @param track null: pauses
 */
export function useCaptions(track: MediaStreamTrack | null): void {
  const { t, language } = useTranslation('call');
  const [recogniser, setRecogniser] = useState<Recogniser | null>(null);
  const isWanted = track !== null;
  useEffect(() => {
    if (!isWanted) return;
    let made: Recogniser | null = null;
    let isOver = false;
    const fail = () => {
      setCaptions(false);
      notify(t('captions.failed'));
    };
    const begin = async () => {
      const Recognition = speechRecognition();
      const tag = navigator.languages.find((name) => name.startsWith(`${language}-`)) ?? language;
      const isReady = await prepare(Recognition, tag, () => notify(t('captions.loading')));
      if (isOver) return;
      if (!Recognition || !isReady) return fail();
      made = new Recogniser(Recognition, tag, { onText: showCaption, onProblem: fail }, true);
      setRecogniser(made);
    };
    begin().catch(fail);
    return () => {
      isOver = true;
      made?.close();
      setRecogniser(null);
    };
  }, [isWanted, language, t]);
  useEffect(() => recogniser?.listen(track), [recogniser, track]);
}

/**
 * Loads the browser's model of a language, once for all sites.
 * @param onLoad called if it takes a while
 * @returns whether it is available
 */
async function prepare(
  Recognition: ReturnType<typeof speechRecognition>,
  tag: string,
  onLoad: () => void,
): Promise<boolean> {
  const wanted = { langs: [tag], processLocally: true };
  const asked = Recognition?.available?.(wanted) ?? Promise.resolve('unavailable' as const);
  const has = await inTime(asked, ANSWER_MS, () => new Error('The browser does not say what it recognises'));
  if (has === 'available' || has === 'unavailable') return has === 'available';
  onLoad();
  return (await Recognition?.install?.(wanted)) === true;
}
