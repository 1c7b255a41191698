import type { AdminEntity } from './admin-entity.server.ts';

/** An entity with pages in the administration. */
export type EntitySection = AdminEntity['name'];

/** Other pages of the administration, after the entities in the navigation bar. */
export const OTHER_SECTIONS = ['jobs', 'testing'] as const;

/** A section with a list of rows. */
export type ListSection = EntitySection | 'jobs';
