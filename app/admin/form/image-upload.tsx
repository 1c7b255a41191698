import { ImagePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { Button } from '#app/components/ui/button.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { FileField } from '#app/pictures/file-field.tsx';
import { upload } from '#app/pictures/upload.ts';
import { ALT_LENGTH } from '#db/schema/lengths.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { useLabels } from '../labels.ts';

type ImageUploadProps = {
  /** URL to which pictures of this text are uploaded. */
  owner: string;
  /** Called with the picture's Markdown. */
  onUploaded(markdown: string): void;
};

type State = { at: 'idle' } | { at: 'sending'; percent: number } | { at: 'failed'; code: ErrorCode };

/** Uploads a picture and shows the progress. Sits within a form that does not submit its inputs. */
export function ImageUpload({ owner, onUploaded }: ImageUploadProps) {
  const { t } = useLabels();
  const { t: errorText } = useTranslation('errors');
  const [state, setState] = useState<State>({ at: 'idle' });
  const [chosen, setChosen] = useState<File | null>(null);
  const [alt, setAlt] = useState('');
  const [altMissing, setAltMissing] = useState(false);
  const [isSphere, setSphere] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const send = async () => {
    if (!chosen) return picker.current?.focus();
    if (alt.trim() === '') return setAltMissing(true);
    const show = (share: number) => setState({ at: 'sending', percent: Math.round(share * 100) });
    show(0);
    const result = await upload(owner, { file: chosen, alt, isSphere }, show);
    const picture = pictureSchema.safeParse('answer' in result ? result.answer : null);
    if (!picture.success) {
      setState({ at: 'failed', code: 'code' in result ? result.code : 'SERVER_ERROR' });
      return picker.current?.focus();
    }
    onUploaded(`![${alt.replace(/[[\]\\]/g, '\\$&')}](${picture.data.url})`);
    setState({ at: 'idle' });
    setChosen(null);
    setAlt('');
    setSphere('');
    if (picker.current) picker.current.value = '';
  };
  return (
    <fieldset className="grid gap-3 rounded-md border border-line p-4">
      <legend className="px-1 font-semibold">{t('markdown.image')}</legend>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <FileField
          ref={picker}
          label={t('markdown.file')}
          error={state.at === 'failed' ? errorText(state.code) : undefined}
          onChange={(event) => {
            setState({ at: 'idle' });
            setChosen(event.target.files?.[0] ?? null);
          }}
        />
        <TextField
          label={t('markdown.alt')}
          hint={t('markdown.altHint')}
          value={alt}
          maxLength={ALT_LENGTH}
          error={altMissing ? t('markdown.altMissing') : undefined}
          onChange={(event) => {
            setAlt(event.target.value);
            setAltMissing(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void send();
          }}
        />
        <Select
          label={t('markdown.shown')}
          value={isSphere}
          onChange={(event) => setSphere(event.target.value)}
        >
          <option value="">{t('markdown.asFile')}</option>
          <option value="false">{t('markdown.flat')}</option>
          <option value="true">{t('markdown.sphere')}</option>
        </Select>
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Button
          variant="secondary"
          busy={state.at === 'sending'}
          disabled={!chosen}
          onClick={() => void send()}
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
    </fieldset>
  );
}

const pictureSchema = z.object({ url: z.string() });
