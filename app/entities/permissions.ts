export const ACTIONS = ['read', 'create', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

/** Which rows. */
export type Scope = 'any' | 'own' | 'public';
type Grants = Partial<Record<'anyone' | 'user' | 'admin', Scope>>;

/**
 * Who may do what with which rows through the generic API; `tests/api/permissions.test.ts` has all entities' in one
 * table.
 *
 * Who: `anyone` is everyone, `user` whoever is logged in, `admin` whoever has the authority ADMINISTER. What someone
 * may do is all that any of these lines allows them.
 * Rows: `any`; `own`, those that belong to the viewer; `public`, those that the entity shows to everyone. To create
 * `own` rows is to become their owner.
 * An action without a line is no one's. Calls beside the generic ones (login, uploads, ending a room) have rules of
 * their own.
 */
export type Permissions = Readonly<Partial<Record<Action, Grants>>>;

/** To be spread into an entity's permissions. */
export const ADMINS_WRITE = {
  create: { admin: 'any' },
  update: { admin: 'any' },
  delete: { admin: 'any' },
} as const satisfies Permissions;

/** Which rows someone may do this with; none: nothing. */
export function scopesOf(
  permissions: Permissions,
  action: Action,
  asker: { signedIn: boolean; administers: boolean },
): Set<Scope> {
  const grants = permissions[action] ?? {};
  const scopes = new Set<Scope>();
  if (grants.anyone) scopes.add(grants.anyone);
  if (grants.user && asker.signedIn) scopes.add(grants.user);
  if (grants.admin && asker.administers) scopes.add(grants.admin);
  return scopes;
}
