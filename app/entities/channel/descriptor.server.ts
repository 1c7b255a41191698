import { and, eq, or } from 'drizzle-orm';
import { channel } from '#db/schema/index.ts';
import { defineEntity } from '../entity.server.ts';
import { channelSchema } from './schema.ts';
import { channelView } from './view.ts';

export const channelEntity = defineEntity({
  name: 'channel',
  schema: channelSchema,
  view: channelView,
  permissions: { read: { user: 'own', admin: 'any' } },
  table: channel,
  key: channel.id,
  fields: {
    id: channel.id,
    createdAt: channel.createdAt,
    token: channel.token,
    status: channel.status,
    endReason: channel.endReason,
    hostUserId: channel.hostUserId,
    guestUserId: channel.guestUserId,
    cameraType: channel.cameraType,
    videoQuality: channel.videoQuality,
    latitude: channel.latitude,
    longitude: channel.longitude,
    placeShared: channel.placeShared,
    expiresAt: channel.expiresAt,
    startedAt: channel.startedAt,
    endedAt: channel.endedAt,
  },
  privateFields: ['latitude', 'longitude'],
  rows: {
    own: ({ id }) => or(eq(channel.hostUserId, id), eq(channel.guestUserId, id)),
    // The guest sees the host's place only if the host agreed.
    private: ({ id }) =>
      or(eq(channel.hostUserId, id), and(eq(channel.guestUserId, id), eq(channel.placeShared, true))),
  },
  search: [channel.token, { user: channel.hostUserId }, { user: channel.guestUserId }],
  filters: ['status', 'token', 'endReason', 'hostUserId', 'guestUserId', 'cameraType', 'createdAt'],
  sort: ['-createdAt', 'status', 'startedAt', 'endedAt'],
});
