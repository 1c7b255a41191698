import { useEffect, useState } from 'react';
import { useLongMoment } from '#app/components/page/use-long-moment.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { save } from '../snapshot/save.ts';
import { claim, findLeftovers, removeLater, removeRecording } from './recordings.ts';

/** Recordings whose pages were closed before the recording was saved. */
export default function Leftovers() {
  const [files, setFiles] = useState<File[]>([]);
  useEffect(() => {
    // Browsers without disk storage have none.
    findLeftovers().then(setFiles, () => {});
  }, []);
  return files.map((file) => (
    <Leftover
      key={file.name}
      file={file}
      onGone={() => setFiles((all) => all.filter((one) => one !== file))}
    />
  ));
}

function Leftover({ file, onGone }: { file: File; onGone(): void }) {
  const { t } = useTranslation('call');
  const time = useLongMoment();
  const keep = async () => {
    const release = await claim(file.name);
    save(file, file.name);
    removeLater(file.name, release);
    onGone();
  };
  const remove = async () => {
    await removeRecording(file.name);
    onGone();
  };
  return (
    <Alert tone="info">
      {t('recording.leftover.text', { time: time(new Date(file.lastModified)) })}
      <span className="flex flex-wrap gap-2">
        <Button onClick={() => void keep()}>{t('recording.leftover.save')}</Button>
        <Button variant="secondary" onClick={() => void remove()}>
          {t('recording.leftover.delete')}
        </Button>
      </span>
    </Alert>
  );
}
