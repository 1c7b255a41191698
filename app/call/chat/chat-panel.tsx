import { Check, Clock, Copy, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useTimeZone } from '#app/components/page/use-time-zone.ts';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { timeIn } from '#app/i18n/moments.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useOtherAsAuthor } from '../people/other-name.ts';
import { copy } from '../setup/invitation.ts';
import { callStore } from '../state/call-store.ts';
import { type ChatMessage, chatStore, openChat } from './chat-store.ts';
import { Composer } from './composer.tsx';
import { FileCard } from './files/file-card.tsx';
import { MessageText } from './message-text.tsx';
import { Answers } from './scan-answers.tsx';

/** Within this distance of its end, in CSS pixels, the list follows new messages. */
const AT_END = 80;

/** The messages beside the picture, in which the user can still look around. */
export default function ChatPanel() {
  const { t } = useTranslation('call');
  const messages = useStore(chatStore, (state) => state.messages);
  const other = useOtherAsAuthor(useStore(callStore, ({ call }) => call));
  const panel = useRef<HTMLElement>(null);
  useReturnedFocus(panel);
  const list = useFollowedEnd(messages.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') openChat(false);
  };
  return (
    <section
      ref={panel}
      aria-label={t('chat.title')}
      data-scan-over=""
      onKeyDown={onKeyDown}
      className="absolute inset-x-2 top-1/3 bottom-24 z-30 grid animate-appear grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto_auto] rounded-lg border border-line bg-raised text-text shadow-soft sm:inset-x-auto sm:top-20 sm:left-4 sm:w-80 [@media(max-height:30rem)]:top-2 [@media(max-height:30rem)]:bottom-20"
    >
      <div className="flex items-center justify-between border-b border-line pl-4">
        <h2>{t('chat.title')}</h2>
        <IconButton tone="quiet" label={t('start.close')} onClick={() => openChat(false)}>
          <X />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard */}
      <div ref={list} role="log" aria-label={t('chat.title')} tabIndex={0} className="overflow-y-auto p-4">
        {messages.length === 0 && <p className="text-sm text-muted">{t('chat.none')}</p>}
        <ol data-scan={t('chat.texts')} className="grid">
          {messages.map((message, index) => (
            <Message
              key={message.id}
              message={message}
              author={message.own ? t('chat.you') : other}
              continues={messages[index - 1]?.own === message.own}
            />
          ))}
        </ol>
      </div>
      <Answers />
      <Composer />
    </section>
  );
}

type MessageProps = {
  message: ChatMessage;
  author: string;
  /** The message before is by the same author, whose name is not shown again. */
  continues: boolean;
};

function Message({ message, author, continues }: MessageProps) {
  const { t } = useTranslation('call');
  const { id, own, text, sentAt, received, file } = message;
  const time = timeIn(sentAt, useTimeZone(), useReader());
  return (
    <li
      className={`grid max-w-[85%] gap-0.5 ${own ? 'justify-items-end justify-self-end' : 'justify-items-start'} ${continues ? 'mt-1.5' : 'mt-4 first:mt-0'}`}
    >
      <p className={continues ? 'sr-only' : 'text-xs font-semibold wrap-anywhere'}>
        {author}
        <span className="sr-only">: </span>
      </p>
      <div
        className={`min-w-0 rounded-lg px-3 py-2 ${own ? 'rounded-tr-none bg-accent text-on-accent' : 'rounded-tl-none bg-sunken'}`}
      >
        {file ? <FileCard id={id} own={own} file={file} /> : <MessageText text={text} />}
      </div>
      <p className={`flex items-center gap-2 text-xs text-muted ${own ? 'justify-end' : ''}`}>
        <time dateTime={new Date(sentAt).toISOString()}>{time}</time>
        {own &&
          (received ? (
            <Check size={14} role="img" aria-label={t('chat.delivered')} />
          ) : (
            <Clock size={14} role="img" aria-label={t('chat.waiting')} />
          ))}
        {!file && <CopyButton text={text} />}
      </p>
    </li>
  );
}

function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('call');
  const [copied, setCopied] = useState(false);
  return (
    <button
      type="button"
      aria-label={t(copied ? 'chat.copied' : 'chat.copy')}
      title={t(copied ? 'chat.copied' : 'chat.copy')}
      className="grid size-6 place-items-center rounded-full hover:bg-sunken"
      onClick={async () => setCopied(await copy(text))}
    >
      {copied ? <Check aria-hidden size={14} /> : <Copy aria-hidden size={14} />}
    </button>
  );
}

/** Returns the focus to the previously focused element if the focus is in the panel when it closes. */
function useReturnedFocus(panel: React.RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const { current } = panel;
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && current?.contains(document.activeElement)) before.focus();
    };
  }, [panel]);
}

/** Keeps a list of messages scrolled to its end as it grows, unless the user has scrolled back. */
function useFollowedEnd(length: number): React.RefObject<HTMLDivElement> {
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const onScroll = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < AT_END;
    };
    const toEnd = () => {
      if (isAtEnd.current) element.scrollTo({ top: element.scrollHeight });
    };
    // A longer draft leaves the list less height, and a picture that has loaded needs more.
    const resize = new ResizeObserver(toEnd);
    for (const changing of [element, ...element.children]) resize.observe(changing);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      resize.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each message
  useLayoutEffect(() => {
    if (isAtEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [length]);
  return list;
}
