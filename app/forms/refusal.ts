import type { ErrorCode, Price } from '#protocol/errors.ts';
import type { Problem } from '#protocol/problem.ts';

/** Input that asks for the password after a refusal with CONFIRM_AGAIN. */
export const CONFIRM_INPUT = 'confirmPassword';

/** Form values by input name; multiple choice gives several values. */
export type FormValues = Record<string, string[]>;

/** The server's refusals, and the browser's own for an unreachable server. */
export type RefusalCode = ErrorCode | 'NO_CONNECTION';

/** Why a form was refused, and the values submitted. */
export type Refusal = {
  /** The form's `intent`. */
  form: string;
  code: RefusalCode;
  /** By dotted path, starting with an input's name; empty if the form as a whole was refused. */
  problems: Record<string, Problem>;
  /** For ACCOUNT_SUSPENDED: the reason the administrator gave. */
  reason?: string;
  /** For PRICE_CHANGED: the current price, in the currency's smallest unit. */
  price?: Price;
  /** For PRICE_CHANGED: the current fees, if several bookings would be cancelled. */
  fees?: Price[];
  /** For TOO_MANY: how many the person may have. */
  limit?: number;
  /** All submitted values except passwords. */
  typed: FormValues;
  /** For STALE: the saved values, and the version to submit in order to overwrite them. */
  theirs: { version: number; values: FormValues } | null;
};

/** Error text of a field, or a function that chooses it. */
export type ErrorText = string | ((problem: Problem, code: RefusalCode) => string);

/** A field's error. `autoFocus`, set on the first invalid field, works without JavaScript. */
type FieldState = { error: string | undefined; autoFocus: boolean };

/** State a form is rendered from; a page can have several forms. */
export type FormState<Name extends string> = {
  intent: string;
  /** Undefined if the page's last response was about another form. */
  refusal: Refusal | undefined;
  /** Name of the first invalid field. */
  firstWrong: string | undefined;
  /** Whether some problem belongs to no field, so that it is shown for the form as a whole. */
  hasFormProblem: boolean;
  /** For an input that is never invalid. */
  value: (name: string, saved: string) => string;
  wrong: (name: Name) => FieldState;
  /** For an input, select or text area. */
  text: (name: Name, saved?: string) => { name: string; defaultValue: string } & FieldState;
  /** For a checkbox or radio button. */
  choice: (
    name: string,
    option: string,
    saved: readonly string[],
  ) => { name: string; value: string; defaultChecked: boolean };
};

/**
 * State of a form: the submitted values if it was refused, otherwise the saved ones.
 * @param refusal from the page's last response
 * @param words error texts of the fields that can be invalid, in form order
 */
export function formState<Name extends string>(
  refusal: Refusal | undefined,
  intent: string,
  words: Record<Name, ErrorText>,
): FormState<Name> {
  const mine = refusal?.form === intent ? refusal : undefined;
  const names = Object.keys(words);
  const problems = Object.entries(mine?.problems ?? {});
  const isWithin = (path: string, name: string) => path === name || path.startsWith(`${name}.`);
  const problemOf = (name: string) => problems.find(([path]) => isWithin(path, name))?.[1];
  const firstWrong = names.find(problemOf);
  const value = (name: string, saved: string) => (mine ? (mine.typed[name]?.[0] ?? '') : saved);
  const wrong = (name: Name): FieldState => {
    const problem = problemOf(name);
    if (!mine || !problem) return { error: undefined, autoFocus: false };
    const said: ErrorText = words[name];
    return {
      error: typeof said === 'function' ? said(problem, mine.code) : said,
      autoFocus: name === firstWrong,
    };
  };
  return {
    intent,
    refusal: mine,
    firstWrong,
    hasFormProblem:
      mine !== undefined &&
      (problems.length === 0 || problems.some(([path]) => !names.some((name) => isWithin(path, name)))),
    value,
    wrong,
    text: (name, saved = '') => ({ name, defaultValue: value(name, saved), ...wrong(name) }),
    choice: (name, option, saved) => ({
      name,
      value: option,
      defaultChecked: (mine ? (mine.typed[name] ?? []) : saved).includes(option),
    }),
  };
}
