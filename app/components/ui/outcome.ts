/** Marks the element that reports a form's outcome: it gets the focus, so that screen readers announce it. */
export const OUTCOME = { 'data-outcome': '', tabIndex: -1 } as const;
