/** What administrators have pages for, in the order of the link bar. All but `testing` are entities. */
export const ADMIN_SECTIONS = [
  'user',
  'role',
  'city',
  'inquiry',
  'parameter',
  'channel',
  'review',
  'blog',
  'fragment',
  'subscription',
  'testing',
] as const;

export type AdminSection = (typeof ADMIN_SECTIONS)[number];
export type EntitySection = Exclude<AdminSection, 'testing'>;
