import { Form, useLocation, useRevalidator } from '@remix-run/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Section } from '#app/components/page/section.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { Ask } from '#app/components/ui/ask.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm, RefusedButton } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { Success, useSuccess } from '#app/forms/success.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { ALT_LENGTH } from '#db/schema/lengths.ts';
import { FileField } from '../file-field.tsx';
import { refusedUpload, upload } from '../upload.ts';
import { asksForSphere, type GalleryImage } from './image.ts';
import { SphereBadge } from './sphere-badge.tsx';
import { SphereQuestion } from './sphere-question.tsx';

type GalleryEditorProps = {
  userId: string;
  images: GalleryImage[];
  /** Action just completed. */
  done: string | null;
  refusal: Refusal | undefined;
};

const MOVES = ['moveEarlier', 'moveLater'];

/** Adds, describes, reorders and deletes the pictures of one's profile. */
export function GalleryEditor({ userId, images, done, refusal }: GalleryEditorProps) {
  const { t } = useTranslation('personal');
  const moved = useSuccess(done !== null && MOVES.includes(done));
  return (
    <Section id="picture" title={t('gallery.title')}>
      <p className="text-muted">{t('gallery.text')}</p>
      <RefusedButton
        refusal={refusal}
        intents={['describePicture', 'showPicture', 'deletePicture', ...MOVES]}
      />
      {images.length === 0 ? <p>{t('gallery.none')}</p> : <Pictures images={images} />}
      {/* Announced without taking the focus: the same button is pressed again to move a picture further. */}
      <div role="status" className="text-muted">
        {moved && <p key={moved}>{t('gallery.moved')}</p>}
      </div>
      <UploadForm userId={userId} done={done} refusal={refusal} />
    </Section>
  );
}

function Pictures({ images }: { images: GalleryImage[] }) {
  const { t } = useTranslation('personal');
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
      {images.map((image, index) => {
        const { id, url, alt, widths, isSphere } = image;
        const picture = alt || t('gallery.picture', { number: index + 1 });
        return (
          <li key={id} className="grid content-start gap-1">
            <div className="relative">
              <img
                src={widths.includes(320) ? `${url}?width=320` : url}
                alt={picture}
                width={320}
                height={240}
                loading="lazy"
                decoding="async"
                className="aspect-4/3 w-full rounded-md bg-sunken object-cover"
              />
              {image.sphere && <SphereBadge />}
            </div>
            {asksForSphere(image) && <SphereQuestion id={id} picture={picture} />}
            {images.length > 1 && (
              <Move id={id} picture={picture} isFirst={index === 0} isLast={index === images.length - 1} />
            )}
            <Description key={`${alt} ${isSphere}`} image={image} picture={picture} />
            <Ask
              trigger={t('gallery.delete')}
              label={t('gallery.deleteLabel', { picture })}
              text={t('gallery.deleteText')}
              className="w-full"
            >
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="deletePicture" />
                <Button type="submit" name="id" value={id}>
                  {t('gallery.deleteSure')}
                </Button>
              </Form>
            </Ask>
          </li>
        );
      })}
    </ul>
  );
}

type MoveProps = { id: string; picture: string; isFirst: boolean; isLast: boolean };

/**
 * Swaps a picture with its neighbour. At an end the button is not disabled, so that it keeps the focus: nothing moves.
 */
function Move({ id, picture, isFirst, isLast }: MoveProps) {
  const { t } = useTranslation('personal');
  const button = {
    type: 'submit',
    tone: 'quiet',
    name: 'intent',
    className: 'aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
  } as const;
  return (
    <Form method="post" preventScrollReset className="flex justify-between">
      <input type="hidden" name="id" value={id} />
      <IconButton
        {...button}
        value="moveEarlier"
        label={t('gallery.moveEarlier', { picture })}
        aria-disabled={isFirst}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton
        {...button}
        value="moveLater"
        label={t('gallery.moveLater', { picture })}
        aria-disabled={isLast}
      >
        <ChevronRight aria-hidden />
      </IconButton>
    </Form>
  );
}

/** Edits a picture's alternative text, and whether it is shown in 360°. */
function Description({ image: { id, alt, isSphere }, picture }: { image: GalleryImage; picture: string }) {
  const { t } = useTranslation('personal');
  return (
    <details>
      <summary
        aria-label={t('gallery.editLabel', { picture })}
        className={`${buttonClass({ variant: 'quiet' })} w-full cursor-pointer list-none`}
      >
        {t('gallery.edit')}
      </summary>
      <Form method="post" preventScrollReset className="grid gap-2 pt-1">
        <input type="hidden" name="intent" value="describePicture" />
        <input type="hidden" name="id" value={id} />
        <TextField label={t('gallery.alt')} name="alt" defaultValue={alt} maxLength={ALT_LENGTH} />
        <Select label={t('gallery.shown')} name="isSphere" defaultValue={String(isSphere ?? false)}>
          <option value="false">{t('gallery.flat')}</option>
          <option value="true">{t('gallery.sphere')}</option>
        </Select>
        <Button type="submit" variant="secondary">
          {t('save')}
        </Button>
      </Form>
    </details>
  );
}

/** Uploads a picture and shows the progress; a plain form without JavaScript. */
function UploadForm({ userId, done, refusal: refused }: Omit<GalleryEditorProps, 'images'>) {
  const { t } = useTranslation('personal');
  const { t: errorText } = useTranslation('errors');
  const localePath = useLocalePath();
  const { revalidate } = useRevalidator();
  /** 0 to 1; null: no upload in progress. */
  const [progress, setProgress] = useState<number | null>(null);
  const [refusal, setRefusal] = useState(refused);
  const state = formState(refusal, 'picture', { file: (_, code) => errorText(code) });
  const { key } = useLocation();
  /** Location key at the last upload: its message disappears once another form navigates. */
  const [savedAt, setSavedAt] = useState(done === 'picture' ? key : null);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const file = fields.get('file');
    if (!(file instanceof File) || progress !== null) return;
    setSavedAt(null);
    setProgress(0);
    const text = (name: string) => String(fields.get(name) ?? '');
    const sent = { file, alt: text('alt'), isSphere: text('isSphere') };
    const result = await upload(`/api/image/user/${userId}`, sent, setProgress);
    setProgress(null);
    if ('code' in result) return setRefusal(refusedUpload('picture', result.code));
    setRefusal(undefined);
    setSavedAt(key);
    form.reset();
    revalidate();
  };

  return (
    <PageForm
      form={state}
      action={localePath('/personal/picture')}
      encType="multipart/form-data"
      noValidate={false}
      reloadDocument
      onSubmit={(event) => void send(event)}
    >
      {savedAt === key && (
        <Alert tone="success" takesFocus={done !== 'picture'}>
          {t('gallery.done')}
        </Alert>
      )}
      {savedAt !== key && <Success done={done === 'deletePicture'}>{t('gallery.deleted')}</Success>}
      {savedAt !== key && (
        <Success done={done === 'describePicture' || done === 'showPicture'}>{t('saved')}</Success>
      )}
      <FileField
        label={t('gallery.choose')}
        hint={t('gallery.hint')}
        name="file"
        required
        {...state.wrong('file')}
      />
      <TextField
        label={t('gallery.alt')}
        hint={t('gallery.altHint')}
        name="alt"
        defaultValue={state.value('alt', '')}
        maxLength={ALT_LENGTH}
      />
      <Select label={t('gallery.shown')} name="isSphere" defaultValue={state.value('isSphere', '')}>
        <option value="">{t('gallery.asFile')}</option>
        <option value="false">{t('gallery.flat')}</option>
        <option value="true">{t('gallery.sphere')}</option>
      </Select>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="secondary" busy={progress !== null}>
          {t('gallery.upload')}
        </Button>
        {progress !== null && <Progress share={progress} />}
      </div>
    </PageForm>
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
