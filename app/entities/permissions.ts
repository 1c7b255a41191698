export const ACTIONS = ['read', 'create', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

export type Scope = 'any' | 'own' | 'public';
type Grants = Partial<Record<'anyone' | 'user' | 'admin', Scope>>;

/**
 * Permissions of the generic API: action, role, rows. `tests/api/entities/permissions.test.ts` lists those of all
 * entities in one table.
 *
 * Who: `anyone` is everyone, `user` anyone logged in, `admin` anyone with the authority ADMINISTER. A viewer has the
 * union of all matching grants.
 *
 * Rows: `any`; `own`, those that belong to the viewer; `public`, those that the entity shows to everyone. Creating
 * `own` rows makes the viewer their owner.
 *
 * An action that is not listed is available to nobody. Other calls (login, uploads, ending a room) have their own
 * rules.
 */
export type Permissions = Readonly<Partial<Record<Action, Grants>>>;

/** For spreading into an entity's permissions. */
export const ADMINS_WRITE = {
  create: { admin: 'any' },
  update: { admin: 'any' },
  delete: { admin: 'any' },
} as const satisfies Permissions;

/** The scopes granted for an action; empty if it is not allowed. */
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
