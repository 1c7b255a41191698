import { MessageSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useOtherAsAuthor } from '../people/other-name.ts';
import { callStore } from '../state/call-store.ts';
import { chatStore, openChat } from './chat-store.ts';

/** Long enough to read a line or two. */
const SHOWN_MS = 7_000;

/** The newest unread message, for a while after it came. @param held keeps it shown */
function useNewMessage(held = false): { author: string; text: string } | null {
  const newest = useStore(chatStore, ({ messages }) => messages.findLast(({ own }) => !own) ?? null);
  const author = useOtherAsAuthor(useStore(callStore, ({ call }) => call));
  const [goneId, setGoneId] = useState<string | null>(null);
  const shown = newest !== null && !newest.received && newest.id !== goneId;
  useEffect(() => {
    if (!shown || held) return;
    const timer = setTimeout(() => setGoneId(newest.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, held, newest?.id]);
  return shown ? { author, text: newest.file?.name ?? newest.text } : null;
}

/** The newest unread text and its author in one line, for a while after it came. */
export function useNewText(): string | null {
  const { t } = useTranslation('call');
  const message = useNewMessage();
  return message && t('chat.by', { name: message.author, text: message.text });
}

/**
 * The newest message over the picture, as a bubble that opens the messages. It disappears by itself, unless hovered or
 * focused.
 */
export function ChatPreview() {
  const { t } = useTranslation('call');
  const [held, setHeld] = useState(false);
  const message = useNewMessage(held);
  const hold = { onPointerEnter: () => setHeld(true), onFocus: () => setHeld(true) };
  const release = { onPointerLeave: () => setHeld(false), onBlur: () => setHeld(false) };
  return (
    <div role="status" className="justify-self-start empty:hidden">
      {message && (
        <button
          type="button"
          {...hold}
          {...release}
          onClick={() => openChat(true)}
          className="pointer-events-auto flex max-w-xs animate-appear items-start gap-3 rounded-lg rounded-bl-none border border-line bg-raised p-3 text-left text-sm text-text shadow-soft hover:bg-sunken"
        >
          <span aria-hidden className="shrink-0 rounded-full bg-accent p-2 text-on-accent">
            <MessageSquare size={16} />
          </span>
          <span className="grid min-w-0">
            <span className="sr-only">{t('chat.new')}: </span>
            <span className="truncate font-semibold">{message.author}</span>
            <span className="sr-only">: </span>
            <span dir="auto" className="line-clamp-3 wrap-anywhere">
              {message.text}
            </span>
          </span>
        </button>
      )}
    </div>
  );
}
