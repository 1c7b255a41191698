import { ProtocolError } from '#protocol/errors.ts';
import { apiKeyEntity } from './api-key/descriptor.server.ts';
import { auditEntity } from './audit/descriptor.server.ts';
import { availabilityExceptionEntity } from './availability-exception/descriptor.server.ts';
import { availabilityRuleEntity } from './availability-rule/descriptor.server.ts';
import { blockAddressEntity } from './block-address/descriptor.server.ts';
import { blogEntity } from './blog/descriptor.server.ts';
import { bookingEntity } from './booking/descriptor.server.ts';
import { cardEntity } from './card/descriptor.server.ts';
import { channelEntity } from './channel/descriptor.server.ts';
import { cityEntity } from './city/descriptor.server.ts';
import { complaintEntity } from './complaint/descriptor.server.ts';
import { disputeEntity } from './dispute/descriptor.server.ts';
import type { Entity } from './entity.server.ts';
import { fragmentEntity } from './fragment/descriptor.server.ts';
import { inquiryEntity } from './inquiry/descriptor.server.ts';
import { lookups } from './lookups/descriptor.server.ts';
import { parameterEntity } from './parameter/descriptor.server.ts';
import { paymentEntity } from './payment/descriptor.server.ts';
import { producerSettingEntity } from './producer-setting/descriptor.server.ts';
import { pushNotificationEntity } from './push-notification/descriptor.server.ts';
import { reviewEntity } from './review/descriptor.server.ts';
import { roleEntity } from './role/descriptor.server.ts';
import { streamEntity } from './stream/descriptor.server.ts';
import { subscriptionEntity } from './subscription/descriptor.server.ts';
import { userEntity } from './user/descriptor.server.ts';
import { webhookEntity } from './webhook/descriptor.server.ts';

/**
 * All entities. Add new ones here; the compiler reports what else they need, and the rest is derived from this list.
 * Those with a `view` are sections of the admin area.
 */
export const ENTITIES = [
  userEntity,
  roleEntity,
  cityEntity,
  inquiryEntity,
  parameterEntity,
  channelEntity,
  bookingEntity,
  paymentEntity,
  disputeEntity,
  complaintEntity,
  streamEntity,
  reviewEntity,
  blogEntity,
  fragmentEntity,
  subscriptionEntity,
  pushNotificationEntity,
  apiKeyEntity,
  blockAddressEntity,
  auditEntity,
  producerSettingEntity,
  availabilityRuleEntity,
  availabilityExceptionEntity,
  cardEntity,
  webhookEntity,
  ...lookups,
] as const;

export type EntityName = (typeof ENTITIES)[number]['name'];

const byName = new Map<string, Entity>(ENTITIES.map((entity) => [entity.name, entity]));

/** @throws ProtocolError NOT_FOUND */
export function entityNamed(name: string | undefined): Entity {
  const entity = byName.get(name ?? '');
  if (!entity) throw new ProtocolError('NOT_FOUND');
  return entity;
}
