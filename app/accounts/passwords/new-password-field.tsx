import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { PasswordField } from '#app/components/ui/password-field.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Strength } from './password-strength.ts';

const loadStrength = () => import('./password-strength.ts');

/** Colours and texts by strength. */
const LOOKS = [
  { color: 'bg-poor', words: 'guessable' },
  { color: 'bg-poor', words: 'guessable' },
  { color: 'bg-fair', words: 'fair' },
  { color: 'bg-good', words: 'good' },
  { color: 'bg-good', words: 'strong' },
] as const;
const STEPS = [1, 2, 3, 4] as const;

type NewPasswordFieldProps = Omit<ComponentProps<typeof PasswordField>, 'onInput' | 'onFocus'> & {
  /** Words someone who knows the person would try; the form's own username and email count too. */
  personal?: readonly string[];
};

/** Password field that says how hard the new password is to guess. Needs the namespace `login`. */
export function NewPasswordField({ personal = [], ...props }: NewPasswordFieldProps) {
  const { t } = useTranslation('login');
  const [strength, setStrength] = useState<Strength | null>(null);
  const last = useRef('');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A successful submission resets the form.
    const form = place.current?.closest('form');
    const clear = () => setStrength(null);
    form?.addEventListener('reset', clear);
    return () => form?.removeEventListener('reset', clear);
  }, []);

  async function judge(input: HTMLInputElement) {
    last.current = input.value;
    // The server checks as well, so without the list (e.g. offline) nothing is shown.
    const loaded = await loadStrength().catch(() => null);
    if (!loaded || last.current !== input.value) return;
    const words = [...personal, ...valuesOf(input.form, ['username', 'email'])];
    setStrength(input.value === '' ? null : loaded.strengthOf(input.value, words));
  }

  return (
    <div ref={place} className="grid gap-2">
      <PasswordField
        autoComplete="new-password"
        {...props}
        onFocus={() => void loadStrength().catch(() => null)}
        onInput={(event) => void judge(event.currentTarget)}
      />
      <div aria-live="polite" className="flex items-center gap-3 text-sm text-muted">
        {strength !== null && (
          <>
            <span aria-hidden className="flex flex-1 gap-1">
              {STEPS.map((step) => (
                <span
                  key={step}
                  className={`h-1.5 flex-1 rounded-full ${step <= Math.max(1, strength) ? LOOKS[strength].color : 'bg-line'}`}
                />
              ))}
            </span>
            {t(`strength.${LOOKS[strength].words}`)}
          </>
        )}
      </div>
    </div>
  );
}

function valuesOf(form: HTMLFormElement | null, names: string[]): string[] {
  return names.flatMap((name) => {
    const input = form?.elements.namedItem(name);
    return input instanceof HTMLInputElement ? [input.value] : [];
  });
}
