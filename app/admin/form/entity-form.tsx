import { PageForm } from '#app/forms/page-form.tsx';
import { type ErrorText, formState, type Refusal } from '#app/forms/refusal.ts';
import type { MessageKey } from '#app/i18n/catalogues.ts';
import { inputNames } from '../form-values.ts';
import { useLabels } from '../labels.ts';
import { Conflict } from './conflict.tsx';
import { FieldInput } from './field-input.tsx';
import { BASE, type FormPage, type OfferedField } from './form-page.ts';
import { problemName } from './problem-name.ts';

type EntityFormProps = {
  page: FormPage;
  refusal: Refusal | undefined;
  /** Names of the fields that someone else changed too. */
  conflicts: readonly string[];
  preview: string;
};

/** Which emails a form sends, by section: when its row is created, and when it is saved. */
const EMAILS: Partial<Record<string, { create?: MessageKey<'admin'>; save?: MessageKey<'admin'> }>> = {
  user: { create: 'emails.invitation', save: 'emails.address' },
  inquiry: { save: 'emails.answer' },
  subscription: { create: 'emails.subscription' },
};

const WIDE: ReadonlySet<OfferedField['kind']> = new Set([
  'multiline',
  'markdown',
  'parameter',
  'choices',
  'prices',
]);

/** A row's form. After a refusal it shows the error of each field and keeps the submitted values. */
export function EntityForm({ page, refusal, conflicts, preview }: EntityFormProps) {
  const { t } = useLabels();
  const words = page.fields.flatMap((field) => {
    const said: ErrorText = (problem) => {
      const { limit = '', conflict } = problem;
      return t(`problem.${problemName(field, problem)}`, { min: limit, max: limit, ...conflict });
    };
    return inputNames(field).map((name) => [name, said] as const);
  });
  const form = formState<string>(refusal, 'save', Object.fromEntries(words));
  const count = words.filter(([name]) => form.wrong(name).error).length;
  const wrong = count > 0 ? t('form.wrong', { count }) : undefined;
  const { theirs, typed } = form.refusal ?? {};
  const both = page.fields.filter(({ name }) => conflicts.includes(name));
  const base = theirs ? JSON.stringify(theirs.values) : (typed?.[BASE]?.[0] ?? JSON.stringify(page.values));
  const email = EMAILS[page.section]?.[page.id === null ? 'create' : 'save'];
  const markdown = { section: page.section, id: page.id, preview, translations: page.translations };
  return (
    <PageForm
      form={form}
      submit={t(page.id === null ? 'form.create' : 'form.save')}
      note={email && t(email)}
      version={page.version}
      instead={{
        INVALID_DATA: wrong,
        ALREADY_EXISTS: wrong,
        STALE: theirs && typed && <Conflict fields={both} theirs={theirs.values} yours={typed} />,
      }}
      leavesPage
    >
      {page.id !== null && <input type="hidden" name={BASE} value={base} />}
      <div className="grid gap-x-6 gap-y-5 lg:grid-cols-2">
        {page.fields.map((field) => (
          <div key={field.name} className={WIDE.has(field.kind) ? 'min-w-0 lg:col-span-2' : 'min-w-0'}>
            <FieldInput
              field={field}
              form={form}
              saved={page.values}
              countries={page.countries}
              markdown={markdown}
            />
          </div>
        ))}
      </div>
    </PageForm>
  );
}
