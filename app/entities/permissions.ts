/**
 * Who may do what with which rows through the generic API, in one table.
 *
 * Who: `anyone` is everybody, `user` whoever is signed in, `admin` whoever has the authority ADMINISTER. What
 * somebody may do is all that any of these lines allows them.
 * Rows: `any`; `own`, those that belong to the asker; `public`, those that the entity shows to everybody. To create
 * `own` rows is to become their owner.
 * An action without a line is nobody's. Calls beside the generic ones (login, uploads, ending a room) have rules of
 * their own.
 */
export const PERMISSIONS = {
  user: {
    read: { anyone: 'public', user: 'own', admin: 'any' },
    create: { admin: 'any' },
    update: { user: 'own', admin: 'any' },
    delete: { user: 'own', admin: 'any' },
  },
  role: {
    read: { user: 'own', admin: 'any' },
    create: { admin: 'any' },
    delete: { admin: 'any' },
  },
  parameter: {
    read: { anyone: 'any' },
    create: { admin: 'any' },
    update: { admin: 'any' },
    delete: { admin: 'any' },
  },
  channel: {
    read: { user: 'own', admin: 'any' },
  },
  review: {
    read: { anyone: 'any' },
    create: { user: 'own' },
    update: { user: 'own', admin: 'any' },
    delete: { user: 'own', admin: 'any' },
  },
  subscription: {
    read: { admin: 'any' },
    create: { anyone: 'any' },
    update: { admin: 'any' },
    delete: { admin: 'any' },
  },
  'push-notification': {
    read: { user: 'own' },
    create: { user: 'own' },
    delete: { user: 'own' },
  },
  'block-address': {
    read: { admin: 'any' },
    create: { admin: 'any' },
    update: { admin: 'any' },
    delete: { admin: 'any' },
  },
  blog: {
    read: { anyone: 'public', admin: 'any' },
    create: { admin: 'any' },
    update: { admin: 'any' },
    delete: { admin: 'any' },
  },
  fragment: {
    read: { anyone: 'any' },
    create: { admin: 'any' },
    update: { admin: 'any' },
    delete: { admin: 'any' },
  },
  inquiry: {
    read: { user: 'own', admin: 'any' },
    create: { anyone: 'any' },
    update: { admin: 'any' },
    delete: { admin: 'any' },
  },
  city: {
    read: { anyone: 'any' },
    create: { admin: 'any' },
    update: { admin: 'any' },
    delete: { admin: 'any' },
  },
  'role-name': { read: { anyone: 'any' } },
  authority: { read: { anyone: 'any' } },
  'video-quality': { read: { anyone: 'any' } },
  language: { read: { anyone: 'any' } },
  currency: { read: { anyone: 'any' } },
  country: { read: { anyone: 'any' } },
  'camera-type': { read: { anyone: 'any' } },
  'channel-status': { read: { anyone: 'any' } },
} satisfies Record<string, Partial<Record<Action, Grants>>>;

export const ACTIONS = ['read', 'create', 'update', 'delete'] as const;
export type Action = (typeof ACTIONS)[number];

/** Which rows. */
export type Scope = 'any' | 'own' | 'public';
type Grants = Partial<Record<'anyone' | 'user' | 'admin', Scope>>;

/** An entity's name, as it stands in addresses. */
export type EntityName = keyof typeof PERMISSIONS;

export function isEntityName(name: string): name is EntityName {
  return Object.hasOwn(PERMISSIONS, name);
}

/** Which rows somebody may do this with; none: nothing. */
export function scopesOf(
  entity: EntityName,
  action: Action,
  asker: { signedIn: boolean; administers: boolean },
): Set<Scope> {
  const actions: Partial<Record<Action, Grants>> = PERMISSIONS[entity];
  const grants = actions[action] ?? {};
  const scopes = new Set<Scope>();
  if (grants.anyone) scopes.add(grants.anyone);
  if (grants.user && asker.signedIn) scopes.add(grants.user);
  if (grants.admin && asker.administers) scopes.add(grants.admin);
  return scopes;
}

/** Whether anybody at all may do this, which tells 'not allowed' from 'not possible'. */
export function isPossible(entity: EntityName, action: Action): boolean {
  return action in PERMISSIONS[entity];
}
