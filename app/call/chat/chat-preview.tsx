import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { chatStore, openChat } from './chat-store.ts';

/** Long enough to read a line or two. */
const SHOWN_MS = 7_000;

/** The newest unread text, for a while after it came. @param held keeps it shown */
export function useNewText(held = false): string | null {
  const newest = useStore(chatStore, ({ messages }) => messages.findLast(({ own }) => !own) ?? null);
  const [goneId, setGoneId] = useState<string | null>(null);
  const shown = newest !== null && !newest.received && newest.id !== goneId;
  useEffect(() => {
    if (!shown || held) return;
    const timer = setTimeout(() => setGoneId(newest.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, held, newest?.id]);
  return shown ? (newest.file?.name ?? newest.text) : null;
}

/** The newest text over the picture. It disappears by itself, unless hovered or focused. */
export function ChatPreview() {
  const { t } = useTranslation('call');
  const [held, setHeld] = useState(false);
  const text = useNewText(held);
  const hold = { onPointerEnter: () => setHeld(true), onFocus: () => setHeld(true) };
  const release = { onPointerLeave: () => setHeld(false), onBlur: () => setHeld(false) };
  return (
    <div role="status" className="empty:hidden">
      {text !== null && (
        <button
          type="button"
          {...hold}
          {...release}
          onClick={() => openChat(true)}
          className="pointer-events-auto max-w-md animate-appear rounded-lg bg-ink/90 px-4 py-2 text-left text-sm"
        >
          <span className="sr-only">{t('chat.new')}: </span>
          <span dir="auto" className="line-clamp-3 wrap-anywhere">
            {text}
          </span>
        </button>
      )}
    </div>
  );
}
