import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { openChat, sendFiles } from '../chat-store.ts';

/** Sends files dropped anywhere on the page. Without it the browser would leave the call to open them. */
export function DropZone() {
  const { t } = useTranslation('call');
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      // The pointer left the window.
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      openChat(true);
      sendFiles(files);
    };
    window.addEventListener('dragover', onDrag);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none absolute inset-0 z-40 grid place-content-center justify-items-center gap-3 bg-ink/80 p-6 text-center">
      <Upload aria-hidden size={32} />
      {t('chat.file.drop')}
    </div>
  );
}
