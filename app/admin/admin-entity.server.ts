import type { EntityView } from '#app/entities/entity-view.ts';
import { type Action, scopesOf } from '#app/entities/permissions.ts';
import { ENTITIES } from '#app/entities/registry.server.ts';

/** An entity with pages in the administration. */
export type AdminEntity = Extract<(typeof ENTITIES)[number], { view: EntityView }>;

/** Entities with admin pages. */
export const ADMIN_ENTITIES: readonly AdminEntity[] = ENTITIES.filter((entity) => entity.view !== null);

/** @throws Response 404 */
export function adminEntity(name: string | undefined): AdminEntity {
  const entity = ADMIN_ENTITIES.find((candidate) => candidate.name === name);
  if (!entity) throw new Response(null, { status: 404 });
  return entity;
}

/** Whether administrators may do this with everyone's rows, not only their own. */
export function mayAdminister(entity: AdminEntity, action: Action): boolean {
  return scopesOf(entity.permissions, action, { signedIn: true, administers: true }).has('any');
}
