import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { controlClass, Field, useField } from '#app/components/ui/field.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type ErrorCode, errorSchema } from '#protocol/errors.ts';
import { useLabels } from '../labels.ts';

type ImageUploadProps = {
  /** Where pictures of this text are sent. */
  owner: string;
  /** Called with the Markdown of the picture. */
  onUploaded(markdown: string): void;
};

type State = { at: 'idle' } | { at: 'sending'; percent: number } | { at: 'failed'; code: ErrorCode };

/** Sends a picture and shows how far it is. Stands within a form, and is no part of what that sends. */
export function ImageUpload({ owner, onUploaded }: ImageUploadProps) {
  const { t } = useLabels();
  const { t: errorText } = useTranslation('errors');
  const [state, setState] = useState<State>({ at: 'idle' });
  const [chosen, setChosen] = useState<File | null>(null);
  const [alt, setAlt] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const file = useField({});
  const description = useField({ hint: t('markdown.altHint') });
  const upload = async () => {
    if (!chosen) return picker.current?.focus();
    setState({ at: 'sending', percent: 0 });
    const result = await send(owner, chosen, alt, (percent) => setState({ at: 'sending', percent }));
    if ('code' in result) return setState({ at: 'failed', code: result.code });
    onUploaded(`![${alt.replace(/[[\]\\]/g, '\\$&')}](${result.url})`);
    setState({ at: 'idle' });
    setChosen(null);
    setAlt('');
    if (picker.current) picker.current.value = '';
  };
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-4">
      <legend className="px-1 font-semibold">{t('markdown.image')}</legend>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <Field label={t('markdown.file')} field={file}>
          <input
            {...file.control}
            ref={picker}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/avif"
            onChange={(event) => setChosen(event.target.files?.[0] ?? null)}
            className={controlClass}
          />
        </Field>
        <Field label={t('markdown.alt')} hint={t('markdown.altHint')} field={description}>
          <input
            {...description.control}
            value={alt}
            maxLength={300}
            onChange={(event) => setAlt(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void upload();
            }}
            className={controlClass}
          />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          variant="secondary"
          busy={state.at === 'sending'}
          disabled={!chosen}
          onClick={() => void upload()}
        >
          <ImagePlus aria-hidden size={18} />
          {t('markdown.upload')}
        </Button>
        {state.at === 'sending' && (
          <p role="status" className="text-sm text-muted tabular-nums">
            {state.percent < 100
              ? t('markdown.uploading', { percent: state.percent })
              : t('markdown.processing')}
          </p>
        )}
      </div>
      {state.at === 'failed' && <Alert tone="error">{errorText(state.code)}</Alert>}
    </fieldset>
  );
}

const pictureSchema = z.object({ url: z.string() });

/** By XMLHttpRequest, as `fetch` does not tell how much is sent. */
function send(
  owner: string,
  file: File,
  alt: string,
  onProgress: (percent: number) => void,
): Promise<{ url: string } | { code: ErrorCode }> {
  const body = new FormData();
  body.set('file', file);
  body.set('alt', alt);
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((loaded / total) * 100));
    request.onerror = () => resolve({ code: 'UNAVAILABLE' });
    request.onload = () => {
      const answer = parseJson(request.responseText);
      const picture = pictureSchema.safeParse(answer);
      if (picture.success && request.status === 201) return resolve(picture.data);
      resolve({ code: errorSchema.safeParse(answer).data?.code ?? 'SERVER_ERROR' });
    };
    request.open('POST', owner);
    request.send(body);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
