import type { AdminEntity } from './admin-entity.server.ts';

/** An entity with pages in the administration. */
export type EntitySection = AdminEntity['name'];

/** A section with a list of rows. */
export type ListSection = EntitySection | 'jobs';

export type Section = ListSection | 'testing';

/**
 * The sections in the navigation. Those of the specification's link bar are in its order: users, roles, cities,
 * inquiries, parameters, rooms, reviews, blog, fragments, subscriptions, testing.
 */
export const GROUPS = [
  { group: 'people', sections: ['user', 'role'] },
  { group: 'site', sections: ['city', 'inquiry', 'parameter'] },
  { group: 'calls', sections: ['channel', 'booking', 'stream', 'complaint', 'review'] },
  { group: 'money', sections: ['payment', 'dispute'] },
  { group: 'content', sections: ['blog', 'fragment', 'subscription'] },
  { group: 'operation', sections: ['api-key', 'block-address', 'audit', 'jobs', 'testing'] },
] as const satisfies readonly { group: string; sections: readonly Section[] }[];
