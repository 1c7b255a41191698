import type { AdminEntity } from './admin-entity.server.ts';

/** An entity that administrators have pages for. */
export type EntitySection = AdminEntity['name'];

/** What else they have pages for, after the entities in the link bar. */
export const OTHER_SECTIONS = ['jobs', 'testing'] as const;

/** A section with a list of rows. */
export type ListSection = EntitySection | 'jobs';
