import { Form, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useLazyPart } from '#app/components/page/lazy-part.ts';
import { Section } from '#app/components/page/section.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { FileField } from '../file-field.tsx';
import { upload } from '../upload.ts';
import { Avatar } from './avatar.tsx';

const loadCropper = () => import('./cropper.tsx');

type AvatarEditorProps = {
  userId: string;
  avatarKey: string | null;
  /** What the page has just done. */
  done: string | null;
  /** Why a form without JavaScript was refused. */
  refused: ErrorCode | null;
};

/** Shows the avatar and takes another. Without JavaScript the file is sent as it is, and its middle taken. */
export function AvatarEditor({ userId, avatarKey, done, refused }: AvatarEditorProps) {
  const { t } = useTranslation('personal');
  const { t: errorText } = useTranslation('errors');
  const localePath = useLocalePath();
  const { revalidate } = useRevalidator();
  const field = useRef<HTMLInputElement>(null);
  const cropper = useLazyPart(loadCropper);
  const address = useObjectAddress();
  const [problem, setProblem] = useState(refused);
  const [saved, setSaved] = useState(done === 'avatar');
  const [saving, setSaving] = useState(false);

  const reset = () => {
    address.show(null);
    if (field.current) field.current.value = '';
  };
  const save = async (picture: Blob) => {
    setSaving(true);
    const refusal = await upload(`/api/avatar/${userId}`, { file: picture });
    setSaving(false);
    setProblem(refusal);
    setSaved(refusal === null);
    if (refusal === null) {
      reset();
      revalidate();
    }
  };

  return (
    <Section id="avatar" title={t('avatar.title')}>
      {saved && avatarKey && !problem && (
        <Alert tone="success" takesFocus={done !== 'avatar'}>
          {t('avatar.done')}
        </Alert>
      )}
      {done === 'removeAvatar' && !avatarKey && <Alert tone="success">{t('avatar.removed')}</Alert>}
      <div className="flex items-center gap-5">
        <Avatar userId={userId} avatarKey={avatarKey} side={96} />
        {avatarKey && (
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="removeAvatar" variant="quiet">
              {t('avatar.remove')}
            </Button>
          </Form>
        )}
      </div>
      <form
        method="post"
        action={localePath('/personal/avatar')}
        encType="multipart/form-data"
        className="grid gap-4"
      >
        <FileField
          ref={field}
          label={t('avatar.choose')}
          hint={t('avatar.hint')}
          name="file"
          required
          error={problem ? errorText(problem) : undefined}
          onChange={({ target }) => {
            setSaved(false);
            setProblem(null);
            address.show(target.files?.[0] ?? null);
            void cropper.request();
          }}
        />
        {address.url && cropper.Part ? (
          <cropper.Part
            key={address.url}
            url={address.url}
            saving={saving}
            onSave={(picture) => void save(picture)}
            onCancel={reset}
            onUnreadable={() => {
              setProblem('UNSUPPORTED_MEDIA');
              reset();
            }}
          />
        ) : (
          <Button type="submit" variant="secondary" className="justify-self-start">
            {t('avatar.upload')}
          </Button>
        )}
      </form>
    </Section>
  );
}

/** An address for a file that was chosen, for as long as it is shown. */
function useObjectAddress() {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return { url, show: (file: File | null) => setUrl(file && URL.createObjectURL(file)) };
}
