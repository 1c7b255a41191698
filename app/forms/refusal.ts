import type { ErrorCode } from '#protocol/errors.ts';

/** Why a page's form was refused, and what was typed into it. */
export type Refusal = {
  /** The form's `intent`. */
  form: string;
  code: ErrorCode;
  /** Dotted paths of the fields that are wrong; none: the form as a whole. */
  fields: string[];
  /** All values of each field, but not passwords. */
  typed: Record<string, string[]>;
  /** For STALE: what stands there now; saving again writes over that. */
  version: number | null;
};

/**
 * What a form shows: what was typed where it was refused, else what is saved.
 * @param refusal of the page's last answer, which may be about another one of its forms
 */
export function formState(refusal: Refusal | undefined, form: string) {
  const mine = refusal?.form === form ? refusal : undefined;
  return {
    refusal: mine,
    isWrong: (field: string) =>
      mine?.fields.some((path) => path === field || path.startsWith(`${field}.`)) ?? false,
    text: (field: string, saved: string) => (mine ? (mine.typed[field]?.[0] ?? '') : saved),
    chosen: (field: string, saved: readonly string[]) => (mine ? (mine.typed[field] ?? []) : saved),
  };
}

export type FormState = ReturnType<typeof formState>;
