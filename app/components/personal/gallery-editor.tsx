import { Form, useRevalidator } from '@remix-run/react';
import { type FormEvent, useState } from 'react';
import type { GalleryImage } from '#app/components/people/gallery.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { ErrorCode } from '#media-server/protocol/errors.ts';
import { FileField } from './file-field.tsx';
import { Section } from './section.tsx';
import { upload } from './upload.ts';

type GalleryEditorProps = {
  userId: string;
  images: GalleryImage[];
  /** What the page has just done. */
  done: string | null;
  /** Why a form without JavaScript was refused. */
  refused: ErrorCode | null;
};

/** The pictures of one's profile: more of them, or fewer. */
export function GalleryEditor({ userId, images, done, refused }: GalleryEditorProps) {
  const { t } = useTranslation('personal');
  return (
    <Section id="picture" title={t('gallery.title')}>
      <p className="text-muted">{t('gallery.text')}</p>
      {images.length === 0 ? <p>{t('gallery.none')}</p> : <Pictures images={images} />}
      <UploadForm userId={userId} count={images.length} done={done} refused={refused} />
    </Section>
  );
}

function Pictures({ images }: { images: GalleryImage[] }) {
  const { t } = useTranslation('personal');
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
      {images.map(({ id, url, alt, widths }, index) => {
        const picture = alt || t('gallery.picture', { number: index + 1 });
        return (
          <li key={id} className="grid content-start gap-1">
            <img
              src={widths.includes(320) ? `${url}?width=320` : url}
              alt={picture}
              width={320}
              height={240}
              loading="lazy"
              decoding="async"
              className="aspect-4/3 w-full rounded-md bg-sunken object-cover"
            />
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="deletePicture" />
              <Button
                type="submit"
                name="id"
                value={id}
                variant="quiet"
                aria-label={t('gallery.deleteLabel', { picture })}
                className="w-full"
              >
                {t('gallery.delete')}
              </Button>
            </Form>
          </li>
        );
      })}
    </ul>
  );
}

/** Sends a picture and shows how far it is; without JavaScript it is a plain form. */
function UploadForm({
  userId,
  count,
  done,
  refused,
}: Omit<GalleryEditorProps, 'images'> & {
  /** How many pictures there are. */
  count: number;
}) {
  const { t } = useTranslation('personal');
  const { t: errorText } = useTranslation('errors');
  const localePath = useLocalePath();
  const { revalidate } = useRevalidator();
  /** 0 to 1; null: nothing is under way. */
  const [progress, setProgress] = useState<number | null>(null);
  const [problem, setProblem] = useState(refused);
  /** How many there are since the last upload: after a deletion it is no news any more. */
  const [savedAs, setSavedAs] = useState(done === 'picture' ? count : null);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const file = fields.get('file');
    if (!(file instanceof File) || progress !== null) return;
    setProblem(null);
    setSavedAs(null);
    setProgress(0);
    const refusal = await upload(
      `/api/image/user/${userId}`,
      { file, alt: String(fields.get('alt') ?? '') },
      setProgress,
    );
    setProgress(null);
    setProblem(refusal);
    if (refusal === null) {
      setSavedAs(count + 1);
      form.reset();
      revalidate();
    }
  };

  return (
    <form
      method="post"
      action={localePath('/personal/picture')}
      encType="multipart/form-data"
      onSubmit={(event) => void send(event)}
      className="grid gap-4"
    >
      {savedAs === count && (
        <Alert tone="success" takesFocus={done !== 'picture'}>
          {t('gallery.done')}
        </Alert>
      )}
      {savedAs !== count && done === 'deletePicture' && <Alert tone="success">{t('gallery.deleted')}</Alert>}
      <FileField
        label={t('gallery.choose')}
        hint={t('gallery.hint')}
        name="file"
        required
        error={problem ? errorText(problem) : undefined}
      />
      <TextField label={t('gallery.alt')} hint={t('gallery.altHint')} name="alt" maxLength={300} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="secondary" busy={progress !== null}>
          {t('gallery.upload')}
        </Button>
        {progress !== null && <Progress share={progress} />}
      </div>
    </form>
  );
}

function Progress({ share }: { share: number }) {
  const { t } = useTranslation('personal');
  const percent = Math.round(share * 100);
  const words = share < 1 ? t('gallery.progress', { percent }) : t('gallery.working');
  return (
    <div className="flex items-center gap-3">
      <progress value={percent} max={100} aria-label={words} className="h-2 w-32 accent-(--accent-text)" />
      <span className="text-sm text-muted tabular-nums">{words}</span>
    </div>
  );
}
