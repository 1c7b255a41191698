/** URL slug for a username: `José.María` becomes `jose-maria`. */
export function urlnameOf(username: string): string {
  const plain = username.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  // NFKD can lengthen the name; the limit leaves room for the suffix that makes the slug unique.
  const short = plain.replaceAll(/[^a-z0-9]+/g, '-').slice(0, 50);
  return short.replaceAll(/^-|-$/g, '') || 'user';
}
