import type { Entity } from '#app/entities/entity.server.ts';
import type { EntityView } from '#app/entities/entity-view.ts';
import { type Action, scopesOf } from '#app/entities/permissions.ts';
import { ENTITIES } from '#app/entities/registry.server.ts';
import { ADMIN_SECTIONS, type EntitySection } from './sections.ts';

export type AdminEntity = Entity & { name: EntitySection; view: EntityView };

/** The entities that administrators have pages for, in the order of the link bar. */
export const ADMIN_ENTITIES: readonly AdminEntity[] = ADMIN_SECTIONS.flatMap((section) => {
  if (section === 'testing') return [];
  const entity = ENTITIES.find(({ name }) => name === section);
  if (!entity?.view) throw new Error(`${section} has no view`);
  return [{ ...entity, name: section, view: entity.view }];
});

/** @throws Response 404 */
export function adminEntity(name: string | undefined): AdminEntity {
  const entity = ADMIN_ENTITIES.find((candidate) => candidate.name === name);
  if (!entity) throw new Response(null, { status: 404 });
  return entity;
}

/** Whether administrators may do this with everybody's rows. Creating one's own only is for other pages. */
export function mayAdminister(entity: AdminEntity, action: Action): boolean {
  return scopesOf(entity.name, action, { signedIn: true, administers: true }).has('any');
}
