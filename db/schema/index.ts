export { channel } from './channel.ts';
export { cameraType, channelStatus, videoQuality } from './lookups.ts';
export { MEDIA_NODE_STALE_MS, mediaNode } from './media-node.ts';
