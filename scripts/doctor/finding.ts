/** `open`: not wrong, or not to be known from here. */
export type Finding = { state: 'ok' | 'wrong' | 'open'; what: string; todo?: string };

export const ok = (what: string): Finding => ({ state: 'ok', what });
export const open = (what: string): Finding => ({ state: 'open', what });
/** @param todo why, and what to do, with the setting's name */
export const wrong = (what: string, todo: string): Finding => ({ state: 'wrong', what, todo });

const SIGNS = { ok: '✔', wrong: '✖', open: '–' };

export function lineOf({ state, what, todo }: Finding): string {
  return `${SIGNS[state]} ${what}${todo ? `\n    ${todo}` : ''}`;
}

/** Why something failed, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Of several addresses that were tried in turn.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  const { message } = first instanceof Error ? first : error;
  return (message || error.name).split('\n')[0] ?? '';
}
