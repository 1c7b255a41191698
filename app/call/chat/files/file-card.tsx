import { Download, FileIcon } from 'lucide-react';
import { useStore } from 'zustand';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { ChatMessage } from '../chat-store.ts';
import { fetchFile, fileStore, isPicture } from './file-store.ts';

/** A file of a message: shown if it is a picture, else by its name. Other files can only be saved, not opened. */
export function FileCard({ id, own, file }: Required<Pick<ChatMessage, 'id' | 'own' | 'file'>>) {
  const { t, language } = useTranslation('call');
  const state = useStore(fileStore, (files) => files[id]);
  const { name, size, type } = file;
  const here = state?.name === 'here' ? state.url : null;
  return (
    <div className="grid gap-2">
      {here && isPicture(type) && (
        <img src={here} alt={name} className="max-h-48 rounded-md bg-ink object-contain" />
      )}
      <p className="flex items-center gap-2">
        <FileIcon aria-hidden size={18} className="shrink-0" />
        <span dir="auto" className="wrap-anywhere">
          {name}
        </span>
        <span className="shrink-0 text-xs">{sizeText(size, language)}</span>
      </p>
      {state?.name === 'offered' && (
        <Button
          variant="secondary"
          onClick={() => fetchFile(id, size)}
          aria-label={`${t('chat.file.fetch')}: ${name}`}
        >
          <Download aria-hidden size={16} />
          {t('chat.file.fetch')}
        </Button>
      )}
      {state?.name === 'arriving' && (
        <progress
          max={size}
          value={state.received}
          aria-label={t('chat.file.arriving', { name })}
          className="w-full"
        />
      )}
      {state?.name === 'gone' && <p className="text-sm">{t('chat.file.gone')}</p>}
      {here && !own && (
        <a
          href={here}
          download={name}
          aria-label={`${t('chat.file.save')}: ${name}`}
          className={buttonClass({ variant: 'secondary' })}
        >
          <Download aria-hidden size={16} />
          {t('chat.file.save')}
        </a>
      )}
    </div>
  );
}

export function sizeText(bytes: number, language: string): string {
  const [unit, length] =
    bytes < 1_000_000 ? (['kilobyte', 1_000] as const) : (['megabyte', 1_000_000] as const);
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, maximumSignificantDigits: 2 });
  return format.format(bytes / length);
}
