import { Section } from '#app/components/page/section.tsx';
import { CopyText } from '#app/components/ui/copy-text.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { FREE_CALLERS, type FreeCallers } from '#protocol/free-callers.ts';

type LinkFormProps = {
  link: { urlname: string; freeCallers: FreeCallers };
  /** Of the site, for the whole link. */
  origin: string;
  refusal: Refusal | undefined;
  done: boolean;
};

/** Shows the viewer's lasting link, and chooses who may call them by it. */
export function LinkForm({ link: { urlname, freeCallers }, origin, refusal, done }: LinkFormProps) {
  const { t } = useTranslation('personal');
  const url = `${origin}/call/${urlname}`;
  const form = formState(refusal, 'freeCalls', {});
  return (
    <Section id="free-calls" title={t('freeCalls.title')}>
      <p>{t('freeCalls.text')}</p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 wrap-anywhere">
        <LocaleLink to={`/call/${urlname}`} className="link">
          {url}
        </LocaleLink>
        <CopyText text={() => url} label={t('freeCalls.copy')} copied={t('freeCalls.copied')} />
      </p>
      <PageForm
        key={freeCallers}
        form={form}
        submit={t('save')}
        variant="secondary"
        done={done && t('saved')}
      >
        <Select
          label={t('freeCalls.label')}
          hint={t('freeCalls.hint')}
          name="freeCallers"
          defaultValue={form.value('freeCallers', freeCallers)}
        >
          {FREE_CALLERS.map((callers) => (
            <option key={callers} value={callers}>
              {t(`freeCalls.${callers}`)}
            </option>
          ))}
        </Select>
      </PageForm>
    </Section>
  );
}
