import type { ErrorCode } from '#protocol/errors.ts';

/** What is wrong with a field; `max` in characters. */
export type Problem = { kind: 'email' | 'empty' | 'unusable' } | { kind: 'tooLong'; max: number };

/** Why a message was not taken, and what was typed. */
export type Refusal = {
  code: ErrorCode;
  /** By the fields' names. */
  problems: Record<string, Problem>;
  typed: Record<string, string>;
};
