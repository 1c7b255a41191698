import { Paperclip, SendHorizontal, Smile } from 'lucide-react';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import { useStore } from 'zustand';
import { controlClass } from '#app/components/ui/field.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Popover } from '#app/components/ui/popover.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { MAX_FILE_BYTES, MAX_TEXT_LENGTH } from '#protocol/limits.ts';
import { scanStore } from '../scanning/scan-store.ts';
import { chatStore, sendFiles, sendText } from './chat-store.ts';
import { sizeText } from './files/file-card.tsx';

/** For people whose keyboard has no emoji. */
const EMOJI = [
  ...'😀😂😉😊😍🥰😎🤔😮😢😭😡👍👎👏🙏👋💪❤️🎉🔥⭐✅❌'.matchAll(/\p{Extended_Pictographic}\uFE0F?/gu),
].map(String);

/** Field for a new message. The draft is kept while the panel is closed. */
export function Composer() {
  const { t, language } = useTranslation('call');
  const refusals = useStore(chatStore, (state) => state.refusals);
  const files = useRef<HTMLInputElement>(null);
  const draft = useStore(chatStore, (state) => state.draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const errorId = useId();
  const excess = draft.trim().length - MAX_TEXT_LENGTH;
  const setDraft = (text: string) => chatStore.setState({ draft: text });

  useEffect(() => {
    // A phone's keyboard would cover the controls that one switch scans.
    if (!scanStore.getState().on) field.current?.focus();
  }, []);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const text = draft.trim();
    if (text === '' || excess > 0) return;
    sendText(text);
    setDraft('');
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends an input method's composition.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0) return;
    event.preventDefault();
    sendFiles(pasted);
  };
  const onFiles = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    sendFiles([...(currentTarget.files ?? [])]);
    // Otherwise choosing the same file again would not be a change.
    currentTarget.value = '';
  };
  const insert = (emoji: string) => {
    const { selectionStart = draft.length, selectionEnd = draft.length } = field.current ?? {};
    setDraft(draft.slice(0, selectionStart) + emoji + draft.slice(selectionEnd));
  };

  return (
    <form onSubmit={submit} data-scan={t('chat.new')} className="grid gap-2 border-t border-line p-2">
      <p id={errorId} role="alert" className="px-2 text-sm text-poor empty:hidden">
        {excess > 0 && t('chat.tooLong', { count: excess })}
      </p>
      <div role="alert" className="grid gap-1 px-2 text-sm text-poor empty:hidden">
        {refusals.map(({ name, problem }) => (
          <p key={name} className="wrap-anywhere">
            {t(`chat.file.${problem}`, { name, most: sizeText(MAX_FILE_BYTES, language) })}
          </p>
        ))}
      </div>
      <div className="flex items-end">
        <textarea
          ref={field}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          aria-label={t('chat.field')}
          aria-invalid={excess > 0 || undefined}
          aria-describedby={excess > 0 ? errorId : undefined}
          placeholder={t('chat.field')}
          rows={1}
          enterKeyHint="send"
          className={`${controlClass} field-sizing-content max-h-[min(8rem,22dvh)] min-w-0 resize-none wrap-anywhere`}
        />
        <input
          ref={files}
          type="file"
          multiple
          hidden
          onChange={onFiles}
          aria-label={t('chat.file.choose')}
        />
        <IconButton tone="quiet" label={t('chat.file.choose')} onClick={() => files.current?.click()}>
          <Paperclip />
        </IconButton>
        <Popover
          label={t('chat.emoji')}
          trigger={
            <IconButton tone="quiet" label={t('chat.emoji')}>
              <Smile />
            </IconButton>
          }
        >
          <div className="grid grid-cols-6 gap-1">
            {EMOJI.map((emoji) => (
              <button
                key={emoji}
                type="button"
                className="grid size-10 place-items-center rounded-md text-2xl hover:bg-sunken"
                onClick={() => insert(emoji)}
              >
                {emoji}
              </button>
            ))}
          </div>
        </Popover>
        <IconButton
          tone="quiet"
          type="submit"
          label={t('chat.send')}
          disabled={draft.trim() === '' || excess > 0}
        >
          <SendHorizontal />
        </IconButton>
      </div>
    </form>
  );
}
