import type { z } from 'zod';

/** The problem with a field, so that forms can show their own message in the reader's language. */
export type Problem = {
  kind: Kind;
  /** The limit exceeded: a text's length in characters, or a number. */
  limit?: number;
  /** For `atLeastWith` and `atMostWith`: its value, and the parameter that it conflicts with. */
  conflict?: { value: number; other: string; otherValue: number };
};

type Kind =
  | 'required'
  | 'tooShort'
  | 'tooLong'
  | 'atLeast'
  | 'atMost'
  /** As the bounds above, because of another row. */
  | 'atLeastWith'
  | 'atMostWith'
  | 'number'
  | 'whole'
  | 'cents'
  | 'choice'
  /** Wrong format or type. */
  | 'format'
  /** Another row has the same value. */
  | 'taken'
  /** The row referred to does not exist. */
  | 'unknown'
  /** A password that is easy to guess. */
  | 'guessable'
  /** Conflicts with other values. */
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
