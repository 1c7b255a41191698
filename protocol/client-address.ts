type Forwarded = string | string[] | undefined;

/**
 * The address of the client behind a number of proxies, each of which appends its peer's address to X-Forwarded-For.
 * Earlier entries may be forged. Equivalent to Express' `trust proxy` with a number.
 * @param peer the address that the connection comes from
 */
export function clientAddress(peer: string | undefined, forwardedFor: Forwarded, proxies: number): string {
  const forwarded = String(forwardedFor ?? '').split(',');
  const chain = [...forwarded.map((part) => part.trim()).filter((part) => part !== ''), peer ?? ''];
  return chain.at(-1 - Math.min(proxies, chain.length - 1)) ?? '';
}
