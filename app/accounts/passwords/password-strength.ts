import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { siteName } from '#app/i18n/site-name.ts';

/**
 * Estimates how hard a password is to guess, with zxcvbn and its list of 49,000 common passwords. A separate file, so
 * that browsers load it only for a new-password field. Lists of a language's words and names would cost a web server
 * 150 MB and up to 0.5 s per password; without them, only passwords of one or two words are overrated.
 */

/**
 * Characters judged at most: the work grows with the square of the length, and a common password with a long tail is
 * not common.
 */
const JUDGED_LENGTH = 64;

const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: JUDGED_LENGTH });

/** From 0, among the most common passwords, to 4. 2 takes more than a million guesses. */
export type Strength = 0 | 1 | 2 | 3 | 4;

/** Lowest strength accepted for an account. */
export const STRONG_ENOUGH: Strength = 2;

/** @param personal words someone who knows the person would try: the username, the email address */
export function strengthOf(password: string, personal: readonly string[]): Strength {
  const parts = personal.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)]);
  const tried = ['panocall', siteName(), ...parts].filter((part) => part.length > 2);
  return judge.check(password, tried).score;
}
