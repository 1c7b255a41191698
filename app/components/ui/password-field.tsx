import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { controlClass, Field, useField } from './field.tsx';
import type { TextField } from './text-field.tsx';

/** Password field that can show the password; pasting is allowed. Needs the namespace `errors`. */
export function PasswordField({
  label,
  hint,
  error,
  className,
  ...props
}: Omit<ComponentProps<typeof TextField>, 'type' | 'ref'>) {
  const { t } = useTranslation('errors');
  const field = useField({ hint, error });
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error} field={field}>
      <div className="relative">
        <input
          {...props}
          {...field.control}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={`${controlClass} pr-12`}
        />
        <button
          type="button"
          aria-pressed={shown}
          aria-controls={field.control.id}
          aria-label={t('password.show')}
          title={t(shown ? 'password.hide' : 'password.show')}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted hover:text-text noscript:hidden"
        >
          <Icon aria-hidden size={20} />
        </button>
      </div>
    </Field>
  );
}
