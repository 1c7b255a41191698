import { CAMERA_TYPES } from '#protocol/camera.ts';
import { CHANNEL_STATUSES, END_REASONS } from '#protocol/channel.ts';
import { QUALITIES } from '#protocol/video-quality.ts';
import { type Column, CREATED_AT, type EntityView } from '../entity-view.ts';

const token = { name: 'token', kind: 'text' } as const;
const status = { name: 'status', kind: 'status', options: CHANNEL_STATUSES } as const;
const reason = { name: 'endReason', kind: 'choice', options: END_REASONS } as const;
const camera = { name: 'cameraType', kind: 'choice', options: CAMERA_TYPES } as const;
const people: Column[] = [
  { name: 'hostUserId', kind: 'user' },
  { name: 'guestUserId', kind: 'user' },
];

export const channelView: EntityView = {
  title: [{ name: 'token', kind: 'text' }],
  columns: [token, status, reason, ...people, camera, CREATED_AT, { name: 'endedAt', kind: 'instant' }],
  filters: [
    { name: 'status', kind: 'choice', options: CHANNEL_STATUSES },
    reason,
    camera,
    { name: 'token', kind: 'text' },
    { name: 'hostUserId', kind: 'user' },
    { name: 'guestUserId', kind: 'user' },
    { name: 'createdAt', kind: 'dates' },
  ],
  fields: [],
  facts: [
    token,
    status,
    reason,
    ...people,
    camera,
    { name: 'videoQuality', kind: 'choice', options: QUALITIES },
    { name: 'latitude', kind: 'number' },
    { name: 'longitude', kind: 'number' },
    { name: 'placeShared', kind: 'boolean' },
    CREATED_AT,
    { name: 'expiresAt', kind: 'instant' },
    { name: 'startedAt', kind: 'instant' },
    { name: 'endedAt', kind: 'instant' },
  ],
};
