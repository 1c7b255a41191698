/**
 * The claim by which the link of a keyed room's host proves itself, from the address's fragment, which is never sent.
 */
export function claimInAddress(): string | undefined {
  return new URLSearchParams(window.location.hash.slice(1)).get('claim') ?? undefined;
}
