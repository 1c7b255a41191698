export { blockAddress } from './block-address.ts';
export { blog } from './blog.ts';
export { CHANNEL_END, channel } from './channel.ts';
export { city } from './city.ts';
export { fileRemoval } from './file-removal.ts';
export { fragment } from './fragment.ts';
export { image } from './image.ts';
export { INQUIRY_KINDS, inquiry } from './inquiry.ts';
export {
  authority,
  cameraType,
  channelStatus,
  country,
  currency,
  language,
  roleName,
  videoQuality,
} from './lookups.ts';
export { MEDIA_NODE_STALE_MS, mediaNode } from './media-node.ts';
export { parameter } from './parameter.ts';
export { pushNotification } from './push-notification.ts';
export { review } from './review.ts';
export { EMAIL_TOKEN_PURPOSES, emailToken, session } from './session.ts';
export { subscription } from './subscription.ts';
export {
  CONTROL_MODES,
  credential,
  role,
  user,
  userBlock,
  userFavourite,
  userLanguage,
  userPrice,
} from './user.ts';
