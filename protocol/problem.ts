import type { z } from 'zod';

/** What is wrong with a field, for forms: they have words of their own for it, in the reader's language. */
export type Problem = {
  kind: Kind;
  /** What was passed: characters of a text, else the number itself. */
  limit?: number;
};

type Kind =
  | 'required'
  | 'tooShort'
  | 'tooLong'
  | 'atLeast'
  | 'atMost'
  | 'number'
  | 'whole'
  | 'cents'
  | 'choice'
  /** Not written as it should be, or not what it should be. */
  | 'format'
  /** Another row has the same. */
  | 'taken'
  /** There is no such row. */
  | 'unknown'
  /** Not possible together with the rest. */
  | 'impossible';

export function problemOf(issue: z.core.$ZodIssue): Problem {
  switch (issue.code) {
    case 'too_small': {
      const limit = Number(issue.minimum);
      if (issue.origin !== 'string') return { kind: 'atLeast', limit };
      return limit > 1 ? { kind: 'tooShort', limit } : { kind: 'required' };
    }
    case 'too_big':
      return { kind: issue.origin === 'string' ? 'tooLong' : 'atMost', limit: Number(issue.maximum) };
    case 'not_multiple_of':
      return { kind: 'cents' };
    case 'invalid_type':
      if (issue.expected === 'int') return { kind: 'whole' };
      return { kind: issue.expected === 'number' ? 'number' : 'format' };
    case 'invalid_value':
      return { kind: 'choice' };
    default:
      return { kind: 'format' };
  }
}
