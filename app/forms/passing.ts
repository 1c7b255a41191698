import { useState } from 'react';
import type { FormState, Refusal } from './refusal.ts';

/**
 * A form whose error goes once one of its fields is changed, as what was wrong may have been put right.
 * @returns the form's state, and the form's `onChange`
 */
export function usePassing<Name extends string>(form: FormState<Name>) {
  const [passed, setPassed] = useState<Refusal>();
  const isPassed = form.refusal !== undefined && form.refusal === passed;
  return {
    form: isPassed ? withoutError(form) : form,
    onChange: () => setPassed(form.refusal),
  };
}

/** The same values, without what was wrong. */
const withoutError = <Name extends string>(form: FormState<Name>): FormState<Name> => ({
  ...form,
  refusal: undefined,
  firstWrong: undefined,
  hasFormProblem: false,
  wrong: () => ({ error: undefined, autoFocus: false }),
});
