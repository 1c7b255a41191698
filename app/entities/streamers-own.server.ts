import { forbidden } from '#app/http/viewers/viewer.ts';
import type { Entity } from './entity.server.ts';
import type { Permissions } from './permissions.ts';

/**
 * For entities whose rows are created by streamers and visible only to their owner.
 * @param owner the column that the streamer's id is written to
 */
export function streamersOwn(owner: string) {
  return {
    permissions: {
      read: { user: 'own' },
      create: { user: 'own' },
      update: { user: 'own' },
      delete: { user: 'own' },
    } as const satisfies Permissions,
    values: (_input, viewer, action) => {
      if (action === 'update') return {};
      if (!viewer?.authorities.has('STREAM')) throw forbidden(viewer);
      return { [owner]: viewer.id };
    },
  } satisfies Pick<Entity, 'permissions' | 'values'>;
}
