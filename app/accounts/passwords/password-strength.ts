import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/**
 * How hard a password is to guess, by zxcvbn with its list of 49,000 common passwords. In a file of its own, which
 * browsers load only for a field where a password is chosen. Lists of words and names of a language would cost a web
 * server 150 MB and up to half a second for one password; without them, only passwords of one or two words are rated
 * higher.
 */

/** Judged at most: the work grows with the square of the length. A common password with a long tail is not common. */
const JUDGED_LENGTH = 64;

const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED_LENGTH });

/** From 0, among the most common of all, to 4. 2 takes more than a million guesses. */
export type Strength = 0 | 1 | 2 | 3 | 4;

/** The least that an account may have. */
export const STRONG_ENOUGH: Strength = 2;

/** @param personal what someone who knows the person would try: the username, the email address */
export function strengthOf(password: string, personal: readonly string[]): Strength {
  const parts = personal.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const tried = ['panocall', ...parts].filter((part) => part.length > 2);
  return judge.check(password, tried).score;
}
