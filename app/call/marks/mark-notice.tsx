import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type Mark, markStore } from './mark-store.ts';

/** Less than this, in degrees, is ahead, or level. */
const SMALL = 8;

/** Where the place is that the other person has shown, while that is shown. */
export function useMarkInWords(): string | null {
  const { t } = useTranslation('call');
  const mark = useStore(markStore, (state) => (state.mark?.by === 'other' ? state.mark : null));
  if (!mark) return null;
  const place = placeInWords(mark, (name, degrees) => t(`mark.${name}`, { degrees }));
  return t(`mark.${mark.picture}`, { place });
}

export function MarkNotice() {
  const text = useMarkInWords();
  return (
    <div role="status" className="empty:hidden">
      {text !== null && (
        <p className="rounded-lg bg-ink/90 px-4 py-2 text-center text-sm text-balance">{text}</p>
      )}
    </div>
  );
}

type Word = 'ahead' | 'left' | 'right' | 'up' | 'down';

/** As '90° to the right, 20° up', from the camera's front. */
function placeInWords({ yaw, pitch }: Mark, word: (name: Word, degrees: number) => string): string {
  const words: string[] = [];
  if (Math.abs(yaw) > SMALL) words.push(word(yaw > 0 ? 'right' : 'left', Math.round(Math.abs(yaw))));
  if (Math.abs(pitch) > SMALL) words.push(word(pitch > 0 ? 'up' : 'down', Math.round(Math.abs(pitch))));
  return words.length > 0 ? words.join(', ') : word('ahead', 0);
}
