import { Section } from '#app/components/page/section.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { recordOf } from '#app/i18n/language-records.ts';
import { LANGUAGES, OWN_NAMES } from '#app/i18n/languages.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type LanguageFormProps = {
  account: { language: string; version: number };
  refusal: Refusal | undefined;
  done: boolean;
};

export function LanguageForm({ account, refusal, done }: LanguageFormProps) {
  const { t } = useTranslation('personal');
  const form = formState(refusal, 'language', {});
  return (
    <Section id="language" title={t('account.language.title')}>
      <PageForm
        key={account.language}
        form={form}
        submit={t('save')}
        variant="secondary"
        done={done && t('saved')}
        version={account.version}
        instead={{ STALE: t('stale') }}
      >
        <Select
          label={t('account.language.label')}
          hint={t('account.language.hint')}
          name="language"
          defaultValue={form.value('language', account.language)}
        >
          {LANGUAGES.map((language) => (
            <option key={language} value={recordOf(language)} lang={language}>
              {OWN_NAMES[language]}
            </option>
          ))}
        </Select>
      </PageForm>
    </Section>
  );
}
