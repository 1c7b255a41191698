import { Form, useNavigation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useLabels } from '../labels.ts';
import { Conflict } from './conflict.tsx';
import { FieldInput } from './field-input.tsx';
import type { FormPage, OfferedField } from './form-page.ts';
import type { Refusal } from './save-row.server.ts';
import { UnsavedDialog, useUnsaved } from './unsaved.tsx';

type EntityFormProps = { page: FormPage; refusal: Refusal | undefined; preview: string };

const WIDE: ReadonlySet<OfferedField['kind']> = new Set(['multiline', 'markdown', 'choices', 'prices']);

/** The form of a row. What was refused stands at its field, and all that was typed is still there. */
export function EntityForm({ page, refusal, preview }: EntityFormProps) {
  const { t } = useLabels();
  const { t: errorText } = useTranslation('errors');
  const { formData } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const { blocker, onInput, onSubmit } = useUnsaved(refusal !== undefined);
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusal]);
  const busy = formData?.get('intent') === 'save';
  const values = refusal?.values ?? page.values;
  const problems = refusal?.problems ?? {};
  const wrong = Object.keys(problems).length;
  const version = refusal?.theirs?.version ?? page.version;
  const markdown = { section: page.section, id: page.id, preview, translations: page.translations };
  return (
    <>
      <Form ref={form} method="post" noValidate onInput={onInput} onSubmit={onSubmit} className="grid gap-5">
        <input type="hidden" name="intent" value="save" />
        {version !== null && <input type="hidden" name="version" value={version} />}
        {refusal?.theirs ? (
          <Conflict fields={page.fields} theirs={refusal.theirs.values} yours={values} />
        ) : (
          refusal && (
            <Alert tone="error">
              {wrong > 0 ? t('form.wrong', { count: wrong }) : errorText(refusal.code)}
            </Alert>
          )
        )}
        <div className="grid gap-x-6 gap-y-5 lg:grid-cols-2">
          {page.fields.map((field) => (
            <div key={field.name} className={WIDE.has(field.kind) ? 'min-w-0 lg:col-span-2' : 'min-w-0'}>
              <FieldInput
                field={field}
                values={values}
                problems={problems}
                countries={page.countries}
                markdown={markdown}
              />
            </div>
          ))}
        </div>
        <Button type="submit" busy={busy} className="justify-self-start">
          {t(page.id === null ? 'form.create' : 'form.save')}
        </Button>
      </Form>
      <UnsavedDialog blocker={blocker} />
    </>
  );
}
