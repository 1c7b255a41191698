import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { PUSH_GROUPS, type PushGroup } from '#protocol/notification.ts';

type GroupsFormProps = { on: readonly PushGroup[]; refusal: Refusal | undefined; done: boolean };

/** Chooses the groups of notifications sent to the viewer's devices. */
export function GroupsForm({ on, refusal, done }: GroupsFormProps) {
  const { t } = useTranslation('notifications');
  const form = formState(refusal, 'pushGroups', {});
  return (
    <PageForm
      key={on.join()}
      form={form}
      submit={t('device.save')}
      variant="secondary"
      done={done && t('device.saved')}
    >
      <fieldset className="grid gap-1">
        <legend className="pb-1 font-semibold">{t('device.groups')}</legend>
        {PUSH_GROUPS.map((group) => (
          <Checkbox key={group} {...form.choice('groups', group, on)}>
            {t(`device.group.${group}`)}
          </Checkbox>
        ))}
      </fieldset>
    </PageForm>
  );
}
