import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { NewPasswordField } from '../passwords/new-password-field.tsx';
import { newPasswordWords } from '../passwords/new-password-words.ts';

/** The pages named by the text `signUp.agree`, by its placeholders. */
const PAGES = { terms: '/terms', refunds: '/refund-policy', privacy: '/privacy-policy' } as const;
const isPage = (name: string): name is keyof typeof PAGES => name in PAGES;

export function SignUpForm({ refusal }: { refusal: Refusal | undefined }) {
  const { t } = useTranslation('login');
  const form = formState(refusal, 'signUp', {
    username: ({ kind }) => {
      if (kind === 'taken') return t('invalid.usernameTaken');
      return t(kind === 'required' ? 'invalid.usernameEmpty' : 'invalid.username');
    },
    email: t('invalid.email'),
    password: newPasswordWords(t),
  });
  return (
    <section aria-labelledby="sign-up" className="grid content-start gap-6">
      <div className="grid gap-2">
        <h2 id="sign-up" className="text-3xl">
          {t('signUp.title')}
        </h2>
        <p className="text-muted">{t('signUp.text')}</p>
      </div>
      <PageForm
        form={form}
        submit={t('signUp.submit')}
        note={t('signUp.emails')}
        problemTitle={t('signUp.failed')}
        leavesPage
        unguarded
      >
        <TextField
          label={t('signUp.username')}
          hint={t('signUp.usernameHint')}
          {...form.text('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField label={t('signUp.email')} type="email" {...form.text('email')} autoComplete="email" />
        <NewPasswordField
          label={t('signUp.password')}
          hint={t('signUp.passwordHint')}
          {...form.text('password')}
        />
        <p className="text-sm text-muted">
          {t('signUp.agree')
            .split(/\{\{(\w+)\}\}/)
            .map((part) =>
              isPage(part) ? (
                <LocaleLink key={part} to={PAGES[part]} className="underline">
                  {t(`signUp.agreed.${part}`)}
                </LocaleLink>
              ) : (
                part
              ),
            )}
        </p>
      </PageForm>
    </section>
  );
}
