import { TextArea } from '#app/components/ui/text-area.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Problem } from '#protocol/problem.ts';

type MessageFormProps = { refusal: Refusal | undefined; submit: string; signedIn: boolean };

/** Form of a contact message or a demo request. */
export function MessageForm({ refusal, submit, signedIn }: MessageFormProps) {
  const { t } = useTranslation('contact');
  const words = (other: 'problem.unusable' | 'problem.email') => (problem: Problem) =>
    problem.kind === 'tooLong' ? t('problem.tooLong', { max: problem.limit ?? 0 }) : t(other);
  const form = formState(refusal, 'message', {
    firstName: words('problem.unusable'),
    lastName: words('problem.unusable'),
    email: words('problem.email'),
    website: words('problem.unusable'),
    message: (problem) =>
      problem.kind === 'required' ? t('problem.empty') : words('problem.unusable')(problem),
  });
  return (
    <PageForm form={form} submit={submit} leavesPage>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={t('firstName')} autoComplete="given-name" {...form.text('firstName')} />
        <TextField label={t('lastName')} autoComplete="family-name" {...form.text('lastName')} />
      </div>
      <TextField
        label={t('email')}
        hint={t(signedIn ? 'answeredThere' : 'unanswerable')}
        type="email"
        autoComplete="email"
        {...form.text('email')}
      />
      <TextField label={t('website')} inputMode="url" autoComplete="url" {...form.text('website')} />
      <TextArea label={t('message')} {...form.text('message')} />
    </PageForm>
  );
}
