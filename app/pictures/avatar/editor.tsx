import { Form, useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { useLazyPart } from '#app/components/page/lazy-part.ts';
import { Section } from '#app/components/page/section.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { PageForm, RefusedButton } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { Success } from '#app/forms/success.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { FileField } from '../file-field.tsx';
import { refusedUpload, upload } from '../upload.ts';
import { Avatar } from './avatar.tsx';

const loadCropper = () => import('./cropper.tsx');

type AvatarEditorProps = {
  userId: string;
  avatarKey: string | null;
  /** Action just completed. */
  done: string | null;
  /** The rejected upload of a form sent without JavaScript. */
  refused: Refusal | undefined;
};

/**
 * Shows and replaces the avatar. Without JavaScript there is no cropping: the server uses the picture's
 * middle.
 */
export function AvatarEditor({ userId, avatarKey, done, refused }: AvatarEditorProps) {
  const { t } = useTranslation('personal');
  const { t: errorText } = useTranslation('errors');
  const localePath = useLocalePath();
  const { revalidate } = useRevalidator();
  const field = useRef<HTMLInputElement>(null);
  const cropper = useLazyPart(loadCropper);
  const address = useObjectAddress();
  const [refusal, setRefusal] = useState(refused);
  const [saved, setSaved] = useState(done === 'avatar');
  const [saving, setSaving] = useState(false);

  const form = formState(refusal, 'avatar', { file: (_, code) => errorText(code) });
  const refuse = (code: ErrorCode) => setRefusal(refusedUpload('avatar', code));
  const reset = () => {
    address.show(null);
    if (field.current) field.current.value = '';
  };
  const save = async (picture: Blob) => {
    setSaving(true);
    const result = await upload(`/api/avatar/${userId}`, { file: picture });
    setSaving(false);
    if ('code' in result) return refuse(result.code);
    setRefusal(undefined);
    setSaved(true);
    reset();
    revalidate();
  };

  return (
    <Section id="avatar" title={t('avatar.title')}>
      {saved && avatarKey && !form.refusal && (
        <Alert tone="success" takesFocus={done !== 'avatar'}>
          {t('avatar.done')}
        </Alert>
      )}
      <Success done={done === 'removeAvatar' && !avatarKey}>{t('avatar.removed')}</Success>
      <RefusedButton refusal={refusal} intents={['removeAvatar']} />
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
      <PageForm
        form={form}
        action={localePath('/personal/avatar')}
        encType="multipart/form-data"
        noValidate={false}
        reloadDocument
        unguarded
      >
        <FileField
          ref={field}
          label={t('avatar.choose')}
          hint={t('avatar.hint')}
          name="file"
          required
          {...form.wrong('file')}
          onChange={({ target }) => {
            setSaved(false);
            setRefusal(undefined);
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
              refuse('UNSUPPORTED_MEDIA');
              reset();
            }}
          />
        ) : (
          <Button type="submit" variant="secondary" className="justify-self-start">
            {t('avatar.upload')}
          </Button>
        )}
      </PageForm>
    </Section>
  );
}

/** Keeps an object URL for the selected file, revoked when no longer needed. */
function useObjectAddress() {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return { url, show: (file: File | null) => setUrl(file && URL.createObjectURL(file)) };
}
