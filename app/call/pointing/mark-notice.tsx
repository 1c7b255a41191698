import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { directionInWords } from './bearing.ts';
import { markStore } from './mark-store.ts';

/** Where the other person's mark is, in words, while it is shown. */
export function useMarkInWords(): string | null {
  const { t } = useTranslation('call');
  const mark = useStore(markStore, (state) => (state.mark?.by === 'other' ? state.mark : null));
  if (!mark) return null;
  const place = directionInWords(mark, (name, degrees) => t(`mark.${name}`, { degrees }));
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
