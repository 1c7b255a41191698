export { credential, EMAIL_TOKEN_PURPOSES, emailToken, role, session, user } from './accounts.ts';
export { audit } from './audit.ts';
export { availabilityException, availabilityRule, EXCLUSIONS, producerSetting } from './availability.ts';
export {
  BOOKING_ENDINGS,
  BOOKING_STATUSES,
  BOOKING_WAIVERS,
  type BookingTerms,
  BUSY_APART,
  booking,
  busy,
} from './bookings.ts';
export { callEvent, callHealth, callSample } from './call-health.ts';
export { COMPLAINT_STATUSES, complaint } from './complaints.ts';
export { inquiry, subscription } from './contact.ts';
export { blog, fragment } from './content.ts';
export {
  apiKey,
  DELIVERY_STATUSES,
  keyedRoom,
  WEBHOOK_DUE,
  WEBHOOK_EVENTS,
  WEBHOOK_PROBLEMS,
  webhook,
  webhookAttempt,
  webhookDelivery,
  webhookEvent,
} from './developers.ts';
export { FREE_CALL_STATUSES, freeCall } from './free-calls.ts';
export { rateLimit } from './limits.ts';
export { CHALLENGE_PURPOSES, challenge, knownDevice, passkey, recoveryCode, totp } from './log-in.ts';
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
export { NOTIFICATION_CHANGE, notification, pushNotification } from './notifications.ts';
export {
  dispute,
  LEDGER_ACCOUNTS,
  ledger,
  PAYMENT_STATUSES,
  payment,
  REFUND_STATUSES,
  refund,
} from './payments.ts';
export { review, userBlock, userFavourite, userLanguage, userPrice } from './people.ts';
export { fileRemoval, image } from './pictures.ts';
export { callRequest, REQUEST_STATUSES } from './requests.ts';
export {
  CHANNEL_END,
  CHANNEL_EXTEND,
  channel,
  MEDIA_NODE_DRAIN,
  MEDIA_NODE_DRAINING,
  MEDIA_NODE_STALE_MS,
  mediaNode,
  PLACE_ROOM_ERRORS,
  UNOPENED_ROOM_MBPS,
} from './rooms.ts';
export { blockAddress, city, demoRow, PARAMETER_CHANGE, parameter, skippedStep } from './site.ts';
export { ABSENT_SIDES, stream, streamTick } from './streams.ts';
export {
  CAPABILITY_STATUSES,
  card,
  payoutAccount,
  STRIPE_MODES,
  stripeCustomer,
  stripeEnvironment,
  stripeEvent,
} from './stripe.ts';
