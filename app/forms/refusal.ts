import type { ErrorCode } from '#protocol/errors.ts';
import type { Problem } from '#protocol/problem.ts';

/** What stands in a form, by the names of its inputs: several values for what can be chosen several times. */
export type FormValues = Record<string, string[]>;

/** Why a form was refused, and what was typed into it. */
export type Refusal = {
  /** The form's `intent`. */
  form: string;
  code: ErrorCode;
  /** By dotted paths, which begin with the name of an input; none: the form as a whole. */
  problems: Record<string, Problem>;
  /** All values of each input, but not passwords. */
  typed: FormValues;
  /** For STALE: what stands there now, and the version with which saving again writes over it. */
  theirs: { version: number; values: FormValues } | null;
};

/** What is said of a field that is wrong. */
export type Words = string | ((problem: Problem, code: ErrorCode) => string);

/** What is wrong with a field; `autoFocus` where it is the first, for pages without JavaScript to move the focus. */
type Wrong = { error: string | undefined; autoFocus: boolean };

/** What one of a page's forms shows. */
export type FormState<Name extends string> = {
  intent: string;
  /** None where the page's last answer is about another form. */
  refusal: Refusal | undefined;
  /** A field that is wrong. */
  firstWrong: string | undefined;
  /** Something is wrong that stands at no field. */
  isUnplaced: boolean;
  /** Of an input that cannot be wrong. */
  value: (name: string, saved: string) => string;
  wrong: (name: Name) => Wrong;
  /** For an input, select or text area. */
  text: (name: Name, saved?: string) => { name: string; defaultValue: string } & Wrong;
  /** For a checkbox or radio button. */
  choice: (
    name: string,
    option: string,
    saved: readonly string[],
  ) => { name: string; value: string; defaultChecked: boolean };
};

/**
 * A form shows what was typed where it was refused, else what is saved.
 * @param refusal of the page's last answer
 * @param words of the fields that can be wrong, in the order in which they stand in the form
 */
export function formState<Name extends string>(
  refusal: Refusal | undefined,
  intent: string,
  words: Record<Name, Words>,
): FormState<Name> {
  const mine = refusal?.form === intent ? refusal : undefined;
  const names = Object.keys(words);
  const problems = Object.entries(mine?.problems ?? {});
  const isWithin = (path: string, name: string) => path === name || path.startsWith(`${name}.`);
  const problemOf = (name: string) => problems.find(([path]) => isWithin(path, name))?.[1];
  const firstWrong = names.find(problemOf);
  const value = (name: string, saved: string) => (mine ? (mine.typed[name]?.[0] ?? '') : saved);
  const wrong = (name: Name): Wrong => {
    const problem = problemOf(name);
    if (!mine || !problem) return { error: undefined, autoFocus: false };
    const said: Words = words[name];
    return {
      error: typeof said === 'function' ? said(problem, mine.code) : said,
      autoFocus: name === firstWrong,
    };
  };
  return {
    intent,
    refusal: mine,
    firstWrong,
    isUnplaced:
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
