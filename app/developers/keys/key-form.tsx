import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { TextArea } from '#app/components/ui/text-area.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import type { KeyScope } from '#app/http/viewers/api-keys.server.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

const SCOPES = ['room:create', 'room:read', 'room:end'] as const satisfies readonly KeyScope[];
/** Lifetimes in days; empty: until it is revoked. */
const TERMS = ['', '30', '90', '365'] as const;

/** Form for a new API key. */
export function KeyForm({ refusal }: { refusal: Refusal | undefined }) {
  const { t } = useTranslation('api');
  const form = formState(refusal, 'createKey', {
    name: t('key.nameWrong'),
    scopes: t('key.scopesWrong'),
    origins: t('key.originsWrong'),
  });
  const scopes = form.wrong('scopes');
  return (
    <PageForm
      form={form}
      submit={t('key.create')}
      note={t('emailsYou')}
      variant="secondary"
      instead={{ FORBIDDEN: t('confirmEmail'), WRONG_STATE: t('key.tooMany') }}
    >
      <TextField
        label={t('key.name')}
        hint={t('key.nameHint')}
        {...form.text('name')}
        maxLength={60}
        autoComplete="off"
      />
      <fieldset className="grid gap-1">
        <legend className="pb-1 font-semibold">{t('key.scopes')}</legend>
        {SCOPES.map((scope, at) => (
          <Checkbox
            key={scope}
            {...form.choice('scopes', scope, ['room:create'])}
            error={at === SCOPES.length - 1 ? scopes.error : undefined}
          >
            {t(`scope.${scope}`)}
          </Checkbox>
        ))}
      </fieldset>
      <TextArea
        label={t('key.origins')}
        hint={t('key.originsHint')}
        rows={3}
        spellCheck={false}
        {...form.text('origins')}
      />
      <Select label={t('key.term')} name="expiresInDays" defaultValue={form.value('expiresInDays', '365')}>
        {TERMS.map((days) => (
          <option key={days} value={days}>
            {days === '' ? t('key.noEnd') : t('key.days', { count: Number(days) })}
          </option>
        ))}
      </Select>
    </PageForm>
  );
}
