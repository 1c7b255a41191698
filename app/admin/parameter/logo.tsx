import { Form, useRevalidator } from '@remix-run/react';
import { type FormEvent, useRef, useState } from 'react';
import { Section } from '#app/components/page/section.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { FileField } from '#app/pictures/file-field.tsx';
import { upload } from '#app/pictures/upload.ts';
import { useLabels } from '../labels.ts';

type LogoProps = {
  /** Key of the logo's file; empty without a logo. */
  logoKey: string;
  /** Whether it has just been removed. */
  removed: boolean;
};

/** Shows, replaces and removes the site's logo. */
export function Logo({ logoKey, removed }: LogoProps) {
  const { t } = useLabels();
  const { t: errorText } = useTranslation('errors');
  const { revalidate } = useRevalidator();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'sending' | 'saved'>('idle');
  const [error, setError] = useState<string>();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const file = field.current?.files?.[0];
    if (!file) {
      setError(t('logo.required'));
      return field.current?.focus();
    }
    setError(undefined);
    setState('sending');
    const result = await upload('/api/logo', { file });
    if ('code' in result) {
      setState('idle');
      setError(errorText(result.code));
      return field.current?.focus();
    }
    setState('saved');
    if (field.current) field.current.value = '';
    revalidate();
  };
  return (
    <Section id="logo" title={t('logo.title')}>
      <p className="max-w-prose text-muted">{t('logo.text')}</p>
      {state === 'saved' && logoKey && (
        <Alert tone="success" takesFocus>
          {t('logo.done')}
        </Alert>
      )}
      {removed && !logoKey && (
        <Alert tone="success" takesFocus>
          {t('logo.removed')}
        </Alert>
      )}
      {logoKey && (
        <div className="flex flex-wrap items-center gap-5">
          <img
            src={`/icons/logo.png?v=${logoKey}`}
            alt={t('logo.now')}
            width={96}
            height={96}
            className="size-24 rounded-md border border-line object-contain p-2"
          />
          <Form method="post" preventScrollReset>
            <Button type="submit" name="intent" value="removeLogo" variant="quiet">
              {t('logo.remove')}
            </Button>
          </Form>
        </div>
      )}
      <form onSubmit={(event) => void send(event)} noValidate className="grid max-w-md gap-4">
        <FileField
          ref={field}
          label={t('logo.choose')}
          hint={t('logo.hint')}
          error={error}
          required
          onChange={() => {
            setError(undefined);
            setState('idle');
          }}
        />
        <Button type="submit" variant="secondary" busy={state === 'sending'} className="justify-self-start">
          {t('logo.upload')}
        </Button>
      </form>
    </Section>
  );
}
