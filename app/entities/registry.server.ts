import { ProtocolError } from '#protocol/errors.ts';
import { apiKeyEntity } from './api-key/rules.server.ts';
import { auditEntity } from './audit/rules.server.ts';
import { availabilityExceptionEntity } from './availability-exception/rules.server.ts';
import { availabilityRuleEntity } from './availability-rule/rules.server.ts';
import { blockAddressEntity } from './block-address/rules.server.ts';
import { blogEntity } from './blog/rules.server.ts';
import { bookingEntity } from './booking/rules.server.ts';
import { cardEntity } from './card/rules.server.ts';
import { channelEntity } from './channel/rules.server.ts';
import { cityEntity } from './city/rules.server.ts';
import { complaintEntity } from './complaint/rules.server.ts';
import { disputeEntity } from './dispute/rules.server.ts';
import type { Entity } from './entity.server.ts';
import { fragmentEntity } from './fragment/rules.server.ts';
import { inquiryEntity } from './inquiry/rules.server.ts';
import { lookups } from './lookups/rules.server.ts';
import { parameterEntity } from './parameter/rules.server.ts';
import { paymentEntity } from './payment/rules.server.ts';
import { producerSettingEntity } from './producer-setting/rules.server.ts';
import { pushNotificationEntity } from './push-notification/rules.server.ts';
import { reviewEntity } from './review/rules.server.ts';
import { roleEntity } from './role/rules.server.ts';
import { streamEntity } from './stream/rules.server.ts';
import { subscriptionEntity } from './subscription/rules.server.ts';
import { userEntity } from './user/rules.server.ts';
import { webhookEntity } from './webhook/rules.server.ts';

/**
 * All entities. Add new ones here; the compiler reports what else they need, and the rest is derived from
 * this list. Those with a `view` are the sections of the admin area, in this order.
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
