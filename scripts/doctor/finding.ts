/** `open`: not wrong, or cannot be known from here. */
export type Finding = { state: 'ok' | 'wrong' | 'open'; what: string; todo?: string };

export const ok = (what: string): Finding => ({ state: 'ok', what });
export const open = (what: string): Finding => ({ state: 'open', what });
/** @param todo the reason and the remedy, with the setting's name */
export const wrong = (what: string, todo: string): Finding => ({ state: 'wrong', what, todo });

const SIGNS = { ok: '✔', wrong: '✖', open: '–' };

export function lineOf({ state, what, todo }: Finding): string {
  return `${SIGNS[state]} ${what}${todo ? `\n    ${todo}` : ''}`;
}

/** Reason of a failure, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Thrown after several addresses were tried in turn.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  const { message } = first instanceof Error ? first : error;
  return (message || error.name).split('\n')[0] ?? '';
}
