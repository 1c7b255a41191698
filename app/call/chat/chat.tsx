import { MessageSquare } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useLazyPart } from '#app/components/page/lazy-part.ts';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ariaKey, shortcutStore } from '../shortcuts/shortcut-store.ts';
import { chatStore, openChat, unreadCount } from './chat-store.ts';
import { DropZone } from './files/drop-zone.tsx';

/** Opens and closes the messages, and shows the number of unread ones. */
export function ChatButton() {
  const { t } = useTranslation('call');
  const open = useStore(chatStore, (state) => state.open);
  const keys = useStore(shortcutStore, ({ on }) => on);
  const unread = useStore(chatStore, unreadCount);
  return (
    <IconButton
      label={unread > 0 ? t('chat.unread', { count: unread }) : t('chat.title')}
      pressed={open}
      {...ariaKey('chat', keys)}
      onClick={() => openChat(!open)}
    >
      <MessageSquare />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute -top-1 -right-1 grid h-6 min-w-6 place-items-center rounded-full bg-accent px-1 text-sm font-semibold text-on-accent tabular-nums"
        >
          {Math.min(unread, 99)}
        </span>
      )}
    </IconButton>
  );
}

const loadPanel = () => import('./chat-panel.tsx');

/** The message panel while it is open. */
export function Chat() {
  const { t } = useTranslation('call');
  const open = useStore(chatStore, (state) => state.open);
  const { Part: ChatPanel, state, request } = useLazyPart(loadPanel);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is opened
  useEffect(() => {
    if (open && state !== 'ready') void request();
  }, [open]);
  if (!open) return <DropZone />;
  if (state === 'failed') {
    return (
      <p role="alert" className="absolute bottom-24 left-4 z-30 rounded-lg bg-ink/90 px-4 py-2 text-sm">
        {t('chat.failed')}
      </p>
    );
  }
  return (
    <>
      {ChatPanel && <ChatPanel />}
      <DropZone />
    </>
  );
}
