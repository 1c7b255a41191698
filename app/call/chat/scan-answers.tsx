import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { scanStore } from '../scanning/scan-store.ts';
import { sendText } from './chat-store.ts';

const ANSWERS = ['yes', 'no', 'wait', 'slow'] as const;

/** Ready-made answers that need no typing, for people who use a single switch. */
export function Answers() {
  const { t } = useTranslation('call');
  const on = useStore(scanStore, (state) => state.on);
  if (!on) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      data-scan=""
      aria-label={t('scanning.answers.title')}
      className="flex flex-wrap gap-2 p-2"
    >
      {ANSWERS.map((name) => (
        <button
          key={name}
          type="button"
          onClick={() => sendText(t(`scanning.answers.${name}`))}
          className="min-h-10 rounded-full border border-line-strong px-3 text-left text-sm hover:bg-sunken"
        >
          {t(`scanning.answers.${name}`)}
        </button>
      ))}
    </div>
  );
}
