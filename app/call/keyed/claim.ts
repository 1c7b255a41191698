/** What the link of a keyed room's host proves itself by, in the page's address: in the fragment, which is never sent. */
export function claimInAddress(): string | undefined {
  return new URLSearchParams(window.location.hash.slice(1)).get('claim') ?? undefined;
}
